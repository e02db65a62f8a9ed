--@include clock
--@include lease
-- A subscription that was moved while consumers of the life before are alive: 'moved' says until when each may still read.
-- There is no inbox, so that nobody reads what is for the new life, until all have joined that or their leases have lapsed.
local function await_readers(prefix, sub, t)
  local grace = tonumber(redis.call('HGET', prefix .. 'meta', 'grace:' .. sub) or 0)
  local all = redis.call('HGETALL', prefix .. 'flight:' .. sub)
  for i = 1, #all, 2 do
    local record = lease(all[i + 1], t, grace)
    if record.live then
      redis.call('HSET', prefix .. 'moved:' .. sub, all[i], string.format('%.0f', math.max(record.deadline, grace)))
    end
  end
end

local function readers_left(prefix, sub, t)
  local deadlines = redis.call('HVALS', prefix .. 'moved:' .. sub)
  for _, deadline in ipairs(deadlines) do
    if tonumber(deadline) > t then return true end
  end
  if #deadlines > 0 then redis.call('DEL', prefix .. 'moved:' .. sub) end
  return false
end
