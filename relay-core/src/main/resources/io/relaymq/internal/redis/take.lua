-- Hands deliveries of 'wait' that are due to a consumer. Each becomes its own under a new run number; a consumer whose
-- lease has lapsed gets nothing, and one that has stalls is given only to a consumer that holds no other such.
--
-- KEYS[1]  prefix of the broadcast
-- ARGV     1 subscription, 2 epoch, 3 consumer, 4 most to hand over, 5 lock-duration ms, 6 '1' if the consumer already
--          holds a delivery that has stalls
-- RETURNS  { OK | JOIN | LAPSED, { id, run, attempts, stalls, replays, subject, headers, data, expiry }, ... }
--@include layout
--@include definition
--@include lease
--@include waiting
local LOOK = 300 -- how many with stalls it passes over to find one without
local prefix, sub, epoch, consumer, limit, lock, suspect =
  KEYS[1], ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5]), ARGV[6] == '1'
if not same_epoch(prefix, sub, epoch) then return { 'JOIN' } end
local t, grace = beat(prefix, sub, lock)
local record = lease_of(prefix, sub, consumer, t, grace)
if not record or not record.live then return { 'LAPSED' } end

local reply = { 'OK' }
for _, id in ipairs(redis.call('ZRANGEBYSCORE', prefix .. 'due:' .. sub, '-inf', t, 'LIMIT', 0, limit + LOOK)) do
  if #reply > limit then break end
  local attempts, stalls, _, replays = tries_of(prefix, sub, id)
  if stalls == 0 or not suspect then
    local s, h, d, x = body_of(prefix, sub, id)
    if not s then -- evicted or deleted by hand, and trimmed
      --@include drops
      forget_waiting(prefix, sub, id)
      count_drops(prefix, sub, 1, id, id)
    else
      if redis.call('HEXISTS', prefix .. 'wait:' .. sub, id) == 0 then put_waiting(prefix, sub, id, s, h, d, x, t) end
      redis.call('ZREM', prefix .. 'due:' .. sub, id)
      suspect = suspect or stalls > 0
      local run = redis.call('HINCRBY', prefix .. 'stats:' .. sub, 'runs', 1)
      redis.call('HSET', prefix .. 'taken:' .. sub, id, consumer .. ' ' .. run)
      reply[#reply + 1] = { id, run, attempts, stalls, replays, s, h, d, x }
    end
  end
end
return reply
