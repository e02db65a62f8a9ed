-- Gives deliveries back unrun: the next consumer runs them soon, no attempt and no stall is counted.
--
-- KEYS[1]  prefix of the broadcast
-- ARGV     1 subscription, 2 epoch, 3 consumer, 4 ms until they are due, 5... tokens (at most 1,000), in the order they are
--          to run
-- RETURNS  { OK | JOIN, released, late }
--@include layout
--@include clock
--@include definition
--@include waiting
--@include tokens
local prefix, sub, epoch, consumer, delay = KEYS[1], ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
local held, released, t = #ARGV - 4, 0, now()
if not same_epoch(prefix, sub, epoch) then return { 'JOIN', 0, held } end
for i = 5, #ARGV do
  local id, run = id_and_run(ARGV[i])
  local due = t + delay - 1 + math.min(i - 5, 1023) / 1024
  if run == '' then
    local entry = redis.call('XRANGE', prefix .. 'inbox:' .. sub, id, id)[1]
    if entry then
      local s, h, d, x = entry_fields(entry)
      put_waiting(prefix, sub, id, s, h, d, x, due)
      redis.call('XDEL', prefix .. 'inbox:' .. sub, id)
      released = released + 1
    end
  elseif owns(prefix, sub, consumer, id, run) then
    redis.call('HDEL', prefix .. 'taken:' .. sub, id)
    redis.call('ZADD', prefix .. 'due:' .. sub, due, id)
    released = released + 1
  end
end
if released > 0 then redis.call('HINCRBY', prefix .. 'stats:' .. sub, 'released', released) end
return { 'OK', released, held - released }
