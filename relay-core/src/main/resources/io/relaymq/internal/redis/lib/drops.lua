-- Unread drops: messages that were trimmed, or could not be copied, before they were delivered.
local function count_drops(prefix, sub, n, first, last)
  local stats = prefix .. 'stats:' .. sub
  redis.call('HINCRBY', stats, 'dropped', n)
  redis.call('HSETNX', stats, 'dropped-first', first)
  redis.call('HSET', stats, 'dropped-last', last)
end
