-- Rate limit of a subscription over all its processes: a bucket that holds so many starts and fills up in so much time.
--
-- KEYS[1]  prefix of the broadcast
-- ARGV     1 subscription, 2 starts asked for, 3 starts the bucket holds, 4 ms in which it fills
-- RETURNS  { granted, ms until the next one (0 = now) }
--@include layout
--@include clock
local key, asked, most, period = KEYS[1] .. 'rate:' .. ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
-- The value is 'time missing': how many starts the bucket lacked then. It fills from the last grant on, so that asking
-- in vain rounds nothing away; after the clock went back, from now on.
local t, each = now(), period / most
local at, missing = string.match(redis.call('GET', key) or '', '^(%d+) (%S+)$')
at, missing = tonumber(at or t), tonumber(missing or 0)
missing = math.max(0, math.min(missing, most) - math.max(0, t - at) / each)
local granted = math.min(asked, math.floor(most - missing + 1e-6))
missing = missing + granted
if granted > 0 or t < at then
  redis.call('SET', key, string.format('%.0f %.9f', t, missing), 'PX', math.ceil(missing * each) + 1)
end
return { granted, granted < asked and math.max(1, math.ceil((missing - most + 1) * each - 1e-6)) or 0 }
