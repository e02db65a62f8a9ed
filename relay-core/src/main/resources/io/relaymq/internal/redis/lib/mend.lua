--@include bounds
-- What is put right where somebody has deleted a key by hand, or a failover lost it: who is in none of 'due' and 'taken' is due,
-- and whose oldest unread copy is not known may have one of any age.
local MENDED = 1000

local function mend_due(prefix, sub, t)
  local due, taken, cursor, n = prefix .. 'due:' .. sub, prefix .. 'taken:' .. sub, '0', 0
  repeat
    local page = redis.call('HSCAN', prefix .. 'wait:' .. sub, cursor, 'COUNT', MENDED)
    cursor = page[1]
    for i = 1, #page[2], 2 do
      local id = page[2][i]
      if not redis.call('ZSCORE', due, id) and redis.call('HEXISTS', taken, id) == 0 then
        redis.call('ZADD', due, t, id)
        n = n + 1
      end
    end
  until cursor == '0' or n >= MENDED
  return n
end

-- Returns how many are due again, and whether there may be more.
local function mend(prefix, sub, t)
  if redis.call('ZCARD', prefix .. 'unread') < redis.call('HLEN', prefix .. 'subs') then
    for _, one in ipairs(redis.call('HKEYS', prefix .. 'subs')) do redis.call('ZADD', prefix .. 'unread', 'NX', 0, one) end
    look_at_next_trim(prefix)
  end
  local placed = redis.call('ZCARD', prefix .. 'due:' .. sub) + redis.call('HLEN', prefix .. 'taken:' .. sub)
  if redis.call('HLEN', prefix .. 'wait:' .. sub) <= placed then return 0, false end
  local n = mend_due(prefix, sub, t)
  return n, n >= MENDED
end
