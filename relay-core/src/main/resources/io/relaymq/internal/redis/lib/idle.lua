--@include census
-- For how long nobody has read a subscription, by a clock that only runs while somebody looks: so no outage, no clock that is set
-- and no night in which all is switched off counts. 'watch' of 'meta' is 'time clock since': server time and clock of the last
-- look, and the clock when it last stood still. 'idle': subscription -> 'clock epoch beat', when that beat was first seen.

-- The clock, and when it last stood still; nil if somebody has just looked.
local function watch(prefix, expire, t)
  local interval = math.max(100, math.min(60000, expire / 10))
  local kept = redis.call('HGET', prefix .. 'meta', 'watch') or string.format('%.0f 0 0', t - interval)
  local last, clock, since = string.match(kept, '^(%d+) (%d+) (%d+)$')
  local passed = t - last
  if passed >= 0 and passed < interval / 2 then return nil end
  clock = clock + math.max(0, math.min(passed, 2 * interval))
  if passed < 0 or passed > 2 * interval then since = clock end
  redis.call('HSET', prefix .. 'meta', 'watch', string.format('%.0f %.0f %.0f', t, clock, since))
  return clock, tonumber(since)
end

-- What is new, or has had a beat since the last look, is not idle.
local function idle_since(prefix, sub, epoch, beat, kept, clock)
  local seen, known = string.match(kept or '', '^(%d+) (.*)$')
  local sign = epoch .. ' ' .. (beat or '-')
  if known == sign and tonumber(seen) <= clock then return tonumber(seen) end
  redis.call('HSET', prefix .. 'idle', sub, string.format('%.0f ', clock) .. sign)
  return clock
end

-- Does a consumer have a lease? After a time that does not count each has a lock-duration to be heard of again.
local function is_held(prefix, sub, t, clock, since)
  local flight, grace = prefix .. 'flight:' .. sub, tonumber(redis.call('HGET', prefix .. 'meta', 'grace:' .. sub) or 0)
  local kept = redis.call('TYPE', flight).ok
  if kept ~= 'hash' then return kept ~= 'none' end -- of a foreign key nobody knows
  for _, record in pairs(census(flight, '0-0', t, grace).records) do
    if record.live or clock - since < record.lock then return true end
  end
  return false
end
