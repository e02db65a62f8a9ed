--@include ids
-- Drops that were counted while an inbox was gone, 'missing-first' to 'missing-last' of 'stats': what is copied of them
-- from the log is no drop after all, and what is trimmed of them before that is counted already.
local function missing_test(prefix, sub)
  local range = redis.call('HMGET', prefix .. 'stats:' .. sub, 'missing-first', 'missing-last')
  return function(id)
    return range[1] and range[2] and not before(id, range[1]) and not before(range[2], id)
  end
end

local function uncount_drops(prefix, sub, n)
  local stats = prefix .. 'stats:' .. sub
  if n > 0 and redis.call('HINCRBY', stats, 'dropped', -n) <= 0 then
    redis.call('HDEL', stats, 'dropped', 'dropped-first', 'dropped-last', 'dropped-at')
  end
end
