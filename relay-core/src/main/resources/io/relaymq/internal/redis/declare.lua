-- Declares the broadcast and its cap. The last one declared wins.
--
-- KEYS[1]  prefix of the broadcast
-- ARGV     1 random value, 2 max-messages ('' = leave it as it is)
-- RETURNS  { incarnation, the cap before ('' = none) }
--@include broadcast
local prefix, nonce, max = KEYS[1], ARGV[1], ARGV[2]
local before = redis.call('HGET', prefix .. 'meta', 'max') or ''
found(prefix, nonce, max)
if max ~= '' and max ~= before then redis.call('HSET', prefix .. 'meta', 'max', max) end
return { redis.call('HGET', prefix .. 'meta', 'inc'), before }
