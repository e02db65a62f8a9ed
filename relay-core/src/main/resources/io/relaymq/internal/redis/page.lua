-- One page of the log, and where the log stands. Reads only, and bodies only as many as fit.
--
-- KEYS[1]  prefix of the broadcast
-- ARGV     1 id after which to read ('$' = the newest one: reads nothing), 2 most messages
-- RETURNS  { incarnation ('' = none), id after which it read, 1 if that message is kept or nothing was ever trimmed else 0,
--          messages that retention has taken so far, messages kept, 1 if there are more else 0,
--          { id, subject, headers, data, 1 if its time to live is over else 0 }, ... }
--@include layout
--@include clock
--@include broadcast
--@include waiting
local STEP, BYTES = 50, 1048576
local prefix, after, limit, t = KEYS[1], ARGV[1], tonumber(ARGV[2]), now()
local log, meta = prefix .. 'log', redis.call('HMGET', prefix .. 'meta', 'inc', 'trimmed', 'calm')
local trimmed, kept = (meta[2] or 0) + (meta[3] or 0), redis.call('XLEN', log)
if after == '$' then return { meta[1] or '', newest_id(prefix), 1, trimmed, kept, 0 } end

local gapless = trimmed == 0 or #redis.call('XRANGE', log, after, after) > 0
local reply, bytes, from, more = { meta[1] or '', after, gapless and 1 or 0, trimmed, kept, 0 }, 0, after, true
while more and limit > 0 and bytes < BYTES do
  local step = math.min(STEP, limit)
  local entries = redis.call('XRANGE', log, '(' .. from, '+', 'COUNT', step)
  for _, entry in ipairs(entries) do
    local s, h, d, x = entry_fields(entry)
    reply[#reply + 1] = { entry[1], s, h, d, (x > 0 and x <= t) and 1 or 0 }
    from, bytes, limit = entry[1], bytes + #d + #h, limit - 1
  end
  more = #entries == step
end
if more then reply[6] = #redis.call('XRANGE', log, '(' .. from, '+', 'COUNT', 1) end
return reply
