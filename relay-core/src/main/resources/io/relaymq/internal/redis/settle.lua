-- Settles deliveries: they are gone. One that its consumer no longer owns is a late result and changes nothing.
--
-- KEYS[1]  prefix of the broadcast
-- ARGV     1 subscription, 2 epoch, 3 consumer, 4 what to count them as (acked, expired), 5... tokens (at most 1,000)
-- RETURNS  { OK | JOIN, settled, late }
--@include definition
--@include waiting
--@include tokens
local prefix, sub, epoch, consumer, counter = KEYS[1], ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local held, settled = #ARGV - 4, 0
if not same_epoch(prefix, sub, epoch) then return { 'JOIN', 0, held } end
local copies = {}
for i = 5, #ARGV do
  local id, run = id_and_run(ARGV[i])
  if run == '' then
    copies[#copies + 1] = id
  elseif owns(prefix, sub, consumer, id, run) then
    forget_waiting(prefix, sub, id)
    settled = settled + 1
  end
end
if #copies > 0 then settled = settled + redis.call('XDEL', prefix .. 'inbox:' .. sub, unpack(copies)) end
if settled > 0 then redis.call('HINCRBY', prefix .. 'stats:' .. sub, counter, settled) end
if settled < held then redis.call('HINCRBY', prefix .. 'stats:' .. sub, 'late', held - settled) end
return { 'OK', settled, held - settled }
