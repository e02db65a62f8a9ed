-- Rate limit of a subscription over all its processes: a bucket that holds so many starts and fills up in so much time.
--
-- KEYS[1]  prefix of the broadcast
-- ARGV     1 subscription, 2 starts asked for, 3 starts the bucket holds, 4 ms in which it fills
-- RETURNS  { granted, ms until the next one (0 = now) }
--@include clock
local key, asked, most, period = KEYS[1] .. 'rate:' .. ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
-- The value is the time at which the bucket is full again; a time far ahead is of a clock that went back.
local t, each = now(), period / most
local full = math.max(t, math.min(tonumber(redis.call('GET', key) or 0), t + period))
local granted = math.min(asked, math.floor((t + period - full) / each + 1e-6))
if granted > 0 then
  full = full + granted * each
  redis.call('SET', key, string.format('%.3f', full), 'PX', math.ceil(full - t) + 1)
end
return { granted, granted < asked and math.max(1, math.ceil(full + each - period - t)) or 0 }
