-- Pauses a subscription for all its processes, or ends that. It holds until it is ended, over restarts.
--
-- KEYS[1]  prefix of the broadcast
-- ARGV     1 subscription, 2 '1' = pause, '0' = resume
-- RETURNS  { OK | MISSING }
--@include layout
--@include clock
--@include definition
local prefix, sub, pause = KEYS[1], ARGV[1], ARGV[2] == '1'
if not definition(prefix, sub) then return { 'MISSING' } end
if pause then
  redis.call('HSET', prefix .. 'paused', sub, string.format('%.0f', now()))
else
  redis.call('HDEL', prefix .. 'paused', sub)
end
return { 'OK' }
