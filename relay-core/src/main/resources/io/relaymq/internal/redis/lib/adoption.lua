--@include frontier
--@include inbox
-- The row of 'subs' is gone, but somebody remembers it, or its inbox is there. Its old routes go: they may be those of other patterns,
-- and nothing may be routed to an inbox that is filled from the log.
local function forget_routes(prefix, sub)
  local all = redis.call('HGETALL', prefix .. 'routes')
  for i = 1, #all, 2 do
    for entry in string.gmatch(all[i + 1], '%S+') do
      if string.match(entry, '^!?([^=]+)') == sub then remove_entry(prefix, all[i], entry) end
    end
  end
end

-- What lies in the inbox is still to be delivered, whoever comes. False if a position is known to go on from, or if there is no inbox,
-- or one that was still being filled.
local function adopt(prefix, sub, known, kept)
  if known == '' and kept == 'none' then return false end
  forget_routes(prefix, sub)
  local copying = ',' .. (redis.call('HGET', prefix .. 'meta', 'copying') or '') .. ','
  if known ~= '' or string.find(copying, ',' .. sub .. ',', 1, true) then return false end
  if not frontier_of(prefix .. 'inbox:' .. sub) then return false end
  redis.call('ZADD', prefix .. 'unread', 'NX', 0, sub)
  look_at_next_trim(prefix)
  make_due_again(prefix, sub)
  return true
end
