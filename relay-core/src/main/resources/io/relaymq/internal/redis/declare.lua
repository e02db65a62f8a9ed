-- Declares the broadcast and its settings. The last one declared wins.
--
-- KEYS[1]  prefix of the broadcast
-- ARGV     1 random value, 2 settings ('' = leave them as they are)
-- RETURNS  { incarnation, the settings before ('' = none) }
--@include layout
--@include broadcast
local prefix, nonce, settings = KEYS[1], ARGV[1], ARGV[2]
local kept = redis.call('HMGET', prefix .. 'meta', 'max', 'age', 'overflow', 'expire')
local before = kept[1] and kept[1] .. ' ' .. (kept[2] or 0) .. ' ' .. (kept[3] or 'drop') .. (kept[4] and ' ' .. kept[4] or '') or ''
found(prefix, nonce, settings)
if settings ~= before then put_settings(prefix, settings) else note_plain(prefix) end
return { redis.call('HGET', prefix .. 'meta', 'inc'), before }
