-- An attempt failed: the delivery waits for its retry, or becomes a dead letter. The body is taken from Redis.
--
-- KEYS[1]  prefix of the broadcast
-- ARGV     1 subscription, 2 epoch, 3 consumer, 4 token, 5 ms until the retry ('' = dead letter), 6 cause, 7 detail,
--          8 '1' if an attempt is spent, 9 most dead letters to keep, 10 '1' if it was sent before and the
--          answer was lost
-- RETURNS  { OK | LATE | JOIN }; OK also where it was sent before and nothing is left to be done
--@include layout
--@include clock
--@include definition
--@include waiting
--@include tokens
local prefix, sub, epoch, consumer, token, delay, cause, detail, spent, letters, again =
  KEYS[1], ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6], ARGV[7], ARGV[8], ARGV[9], ARGV[10] == '1'
local inbox, stats = prefix .. 'inbox:' .. sub, prefix .. 'stats:' .. sub
local id, run = id_and_run(token)
local entry = run == '' and redis.call('XRANGE', inbox, id, id)[1]
if not same_epoch(prefix, sub, epoch) then
  count_late(prefix, sub, 1, again)
  return { 'JOIN' }
end
if not entry and not (run ~= '' and owns(prefix, sub, consumer, id, run)) then
  return { count_late(prefix, sub, 1, again) > 0 and 'LATE' or 'OK' }
end

local t, s, h, d, x = now(), nil, nil, nil, nil
local attempts, stalls, first, replays = tries_of(prefix, sub, id)
attempts, first = attempts + (spent == '1' and 1 or 0), first > 0 and first or t
if entry then
  s, h, d, x = entry_fields(entry)
end
if delay == '' then
  if not entry then s, h, d = body_of(prefix, sub, id) end
  s, h, d = s or '', h or '', d or '' -- deleted by hand and trimmed: that it failed is told all the same
  local tries = { attempts = attempts, stalls = stalls, first = first, replays = replays }
  bury(prefix, sub, id, s, h, d, cause, detail, tries, t, consumer, letters)
else
  if entry then
    put_waiting(prefix, sub, id, s, h, d, x, t + delay)
  else
    redis.call('HDEL', prefix .. 'taken:' .. sub, id)
    redis.call('ZADD', prefix .. 'due:' .. sub, t + delay, id)
  end
  put_tries(prefix, sub, id, attempts, stalls, first, replays)
  redis.call('HINCRBY', stats, 'retried', 1)
end
if entry then redis.call('XDEL', inbox, id) end
return { 'OK' }
