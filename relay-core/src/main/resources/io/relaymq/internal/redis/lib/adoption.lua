--@include frontier
--@include inbox
-- The row of 'subs' was deleted alone: what lies in the inbox is still to be delivered, whoever comes. Its old routes go, for they
-- may be those of other patterns. False if there is no inbox, or one that was still being filled.
local function adopt(prefix, sub)
  local copying = ',' .. (redis.call('HGET', prefix .. 'meta', 'copying') or '') .. ','
  if string.find(copying, ',' .. sub .. ',', 1, true) or not frontier_of(prefix .. 'inbox:' .. sub) then return false end
  local all = redis.call('HGETALL', prefix .. 'routes')
  for i = 1, #all, 2 do
    for entry in string.gmatch(all[i + 1], '%S+') do
      if string.match(entry, '^!?([^=]+)') == sub then remove_entry(prefix, all[i], entry) end
    end
  end
  redis.call('ZADD', prefix .. 'unread', 'NX', 0, sub)
  make_due_again(prefix, sub)
  return true
end
