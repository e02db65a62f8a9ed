-- A consumer's beat: renews its lease, lists what it holds, and tells it where the subscription stands.
--
-- KEYS[1]  prefix of the broadcast
-- ARGV     1 subscription, 2 epoch, 3 consumer, 4 number of this beat, 5 lock-duration ms, 6 clean (id), 7 clean run
--          number, 8 tokens of what it holds, separated by blanks, '!' behind what has started
-- RETURNS  { OK | MOVING (as OK, but there is no inbox to read yet) | OLD | JOIN | REPAIR, frontier, run number,
--          1 if the lease had lapsed else 0, live | copying | moving,
--          ms until something in wait is due (-1 = nothing), deliveries in wait, server time, 1 if the subscription is
--          paused else 0, its patterns }
--@include layout
--@include definition
--@include frontier
--@include lease
local prefix, sub, epoch, consumer, number, lock, clean, run, tokens =
  KEYS[1], ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5]), ARGV[6], ARGV[7], ARGV[8]
local def = definition(prefix, sub)
if not def or def.epoch ~= epoch then return { 'JOIN' } end
local moving = def.state == 'moving'
local frontier = moving and '0-0' or frontier_of(prefix .. 'inbox:' .. sub)
if not frontier then return { 'REPAIR' } end

local t, grace = beat(prefix, sub, lock)
local record = lease_of(prefix, sub, consumer, t, grace)
if record and record.number > number then return { 'OLD' } end
redis.call('HSET', prefix .. 'flight:' .. sub, consumer,
  string.format('%.0f %.0f %.0f %s %s %s', t + lock, lock, number, clean, run, tokens))

local due = redis.call('ZRANGE', prefix .. 'due:' .. sub, 0, 0, 'WITHSCORES')
local runs = redis.call('HGET', prefix .. 'stats:' .. sub, 'runs') or '0'
if moving then redis.call('HDEL', prefix .. 'moved:' .. sub, consumer) end
return { moving and 'MOVING' or 'OK', frontier, tonumber(runs), (record and record.live) and 0 or 1, def.state,
  due[2] and math.max(0, math.ceil(due[2] - t)) or -1, redis.call('HLEN', prefix .. 'wait:' .. sub), t,
  redis.call('HEXISTS', prefix .. 'paused', sub), table.concat(def.versions[#def.versions].patterns, ',') }
