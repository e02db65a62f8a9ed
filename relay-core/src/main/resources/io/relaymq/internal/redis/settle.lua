-- Settles deliveries: they are gone. One that its consumer no longer owns is a late result and changes nothing.
--
-- KEYS[1]  prefix of the broadcast
-- ARGV     1 subscription, 2 epoch, 3 consumer, 4 what to count them as (acked, expired), 5 '1' if they were sent before
--          and the answer was lost, 6... tokens (at most 1,000)
-- RETURNS  { OK | JOIN, settled, late, 1 if something in wait is due now else 0 }; or OK alone: all are settled, nothing is due
--@include layout
--@include epoch
local prefix, sub, epoch, consumer, counter, again = KEYS[1], ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5] == '1'
local held, settled, due = #ARGV - 5, 0, 0
if not same_epoch(prefix, sub, epoch) then
  --@include tokens
  return { 'JOIN', 0, count_late(prefix, sub, held, again), 0 }
end
if string.find(table.concat(ARGV, ' ', 6), '/', 1, true) then -- some were taken from 'wait'
  --@include waiting
  --@include tokens
  local copies = {}
  for i = 6, #ARGV do
    local id, run = id_and_run(ARGV[i])
    if run == '' then
      copies[#copies + 1] = id
    elseif owns(prefix, sub, consumer, id, run) then
      forget_waiting(prefix, sub, id)
      settled = settled + 1
    end
  end
  if #copies > 0 then settled = settled + redis.call('XDEL', prefix .. 'inbox:' .. sub, unpack(copies)) end
elseif held > 0 then
  settled = redis.call('XDEL', prefix .. 'inbox:' .. sub, unpack(ARGV, 6))
end
if settled > 0 then redis.call('HINCRBY', prefix .. 'stats:' .. sub, counter, settled) end
local first = redis.call('ZRANGE', prefix .. 'due:' .. sub, 0, 0, 'WITHSCORES')
if first[2] then
  --@include clock
  due = tonumber(first[2]) <= now() and 1 or 0
end
if settled == held and due == 0 then return 'OK' end
--@include tokens
return { 'OK', settled, count_late(prefix, sub, held - settled, again), due }
