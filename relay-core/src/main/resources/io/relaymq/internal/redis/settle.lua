-- Acks deliveries: they are gone. One that its consumer no longer owns is a late result and changes nothing.
--
-- KEYS[1]  prefix of the broadcast
-- ARGV     1 subscription, 2 epoch, 3 consumer, 4... tokens (at most 1,000)
-- RETURNS  { OK | JOIN, acked, late }
--@include definition
--@include waiting
--@include tokens
local prefix, sub, epoch, consumer = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
local held, acked = #ARGV - 3, 0
if not same_epoch(prefix, sub, epoch) then return { 'JOIN', 0, held } end
local copies = {}
for i = 4, #ARGV do
  local id, run = id_and_run(ARGV[i])
  if run == '' then
    copies[#copies + 1] = id
  elseif owns(prefix, sub, consumer, id, run) then
    forget_waiting(prefix, sub, id)
    acked = acked + 1
  end
end
if #copies > 0 then acked = acked + redis.call('XDEL', prefix .. 'inbox:' .. sub, unpack(copies)) end
if acked > 0 then redis.call('HINCRBY', prefix .. 'stats:' .. sub, 'acked', acked) end
if acked < held then redis.call('HINCRBY', prefix .. 'stats:' .. sub, 'late', held - acked) end
return { 'OK', acked, held - acked }
