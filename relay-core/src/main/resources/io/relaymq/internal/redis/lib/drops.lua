--@include ids
-- Unread drops: messages that were trimmed, or could not be copied, before they were delivered.
local function count_drops(prefix, sub, n, first, last)
  local stats = prefix .. 'stats:' .. sub
  redis.call('HINCRBY', stats, 'dropped', n)
  local known = redis.call('HMGET', stats, 'dropped-first', 'dropped-last') -- drops do not come in the order of ids
  if not known[1] or before(first, known[1]) then redis.call('HSET', stats, 'dropped-first', first) end
  if not known[2] or before(known[2], last) then redis.call('HSET', stats, 'dropped-last', last) end
end
