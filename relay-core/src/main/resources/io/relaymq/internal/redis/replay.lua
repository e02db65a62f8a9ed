-- Gives dead letters back to their subscription, with fresh attempts. One of which another run already waits is left.
--
-- KEYS[1]  prefix of the broadcast
-- ARGV     1 subscription, 2 ms from now until the first is due, 3 ms between two (fractions allowed), 4... ids of dead
--          letters (at most 100)
-- RETURNS  { OK | MISSING, replayed }
--@include layout
--@include clock
--@include definition
--@include waiting
local prefix, sub, delay, gap = KEYS[1], ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
if not definition(prefix, sub) then return { 'MISSING', 0 } end
local dead, t, n = prefix .. 'dead:' .. sub, now(), 0
for i = 4, #ARGV do
  local letter = redis.call('XRANGE', dead, ARGV[i], ARGV[i])[1]
  if letter then
    local f = {}
    for k = 1, #letter[2], 2 do f[letter[2][k]] = letter[2][k + 1] end
    if redis.call('HEXISTS', prefix .. 'wait:' .. sub, f['i']) == 0 then
      put_waiting(prefix, sub, f['i'], f['s'], f['h'], f['d'], 0, t + delay + n * gap)
      put_tries(prefix, sub, f['i'], 0, 0, tonumber(f['first'] or 0), tonumber(f['replays'] or 0) + 1)
      redis.call('XDEL', dead, ARGV[i])
      n = n + 1
    end
  end
end
if n > 0 then redis.call('HINCRBY', prefix .. 'stats:' .. sub, 'replayed', n) end
return { 'OK', n }
