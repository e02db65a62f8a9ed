--@include clock
--@include ids
-- Unread drops: messages that were trimmed, or could not be copied, before they were delivered.
local function count_drops(prefix, sub, n, first, last)
  local stats = prefix .. 'stats:' .. sub
  redis.call('HINCRBY', stats, 'dropped', n)
  local known = redis.call('HMGET', stats, 'dropped-first', 'dropped-last') -- drops do not come in the order of ids
  if known[1] and before(known[1], first) then first = known[1] end
  if known[2] and before(last, known[2]) then last = known[2] end
  redis.call('HSET', stats, 'dropped-first', first, 'dropped-last', last, 'dropped-at', string.format('%.0f', now()))
end

-- An inbox is gone or holds something else: its copy is a drop, and its worker is to repair it.
local function count_missing(prefix, sub, id, drops, missing)
  if not drops[sub] then missing[#missing + 1] = sub end
  drops[sub] = (drops[sub] or 0) + 1
  count_drops(prefix, sub, 1, id, id)
  redis.call('HSETNX', prefix .. 'stats:' .. sub, 'missing-first', id)
  redis.call('HSET', prefix .. 'stats:' .. sub, 'missing-last', id)
end
