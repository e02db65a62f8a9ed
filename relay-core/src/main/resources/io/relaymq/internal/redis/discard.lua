-- Discards dead letters.
--
-- KEYS[1]  prefix of the broadcast
-- ARGV     1 subscription, 2... ids of dead letters (at most 1,000)
-- RETURNS  { OK, discarded }
--@include layout
local prefix, sub = KEYS[1], ARGV[1]
local ids = {}
for i = 2, #ARGV do ids[#ids + 1] = ARGV[i] end
local n = #ids > 0 and redis.call('XDEL', prefix .. 'dead:' .. sub, unpack(ids)) or 0
if n > 0 then redis.call('HINCRBY', prefix .. 'stats:' .. sub, 'discarded', n) end
return { 'OK', n }
