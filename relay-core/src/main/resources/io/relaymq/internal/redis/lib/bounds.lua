-- The oldest unread id of a subscription may be any: its bound in 'unread' is the lowest, and the next trim looks.
local function look_at_next_trim(prefix)
  local meta = redis.call('HMGET', prefix .. 'meta', 'trimmed', 'calm')
  if tonumber(meta[1] or 0) < 0 then
    redis.call('HSET', prefix .. 'meta', 'calm', string.format('%.0f', meta[1] + meta[2]), 'trimmed', 0)
  end
end

local function lower_bound(prefix, sub)
  redis.call('ZADD', prefix .. 'unread', 0, sub)
  look_at_next_trim(prefix)
end
