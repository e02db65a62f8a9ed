-- Keeps messages until they are due: 'promote' publishes them then. All or nothing.
--
-- KEYS[1]  prefix of the broadcast
-- ARGV     1 random value, 2 settings if the broadcast is new, 3 number of messages,
--          then for each message: subject, headers, data, '+ms' from now or '@ms' by the server's clock, options as of publish
-- RETURNS  { id, copies, 1 if a duplicate else 0, due (-1 = published or cancelled), ms until then, id, ... }
-- ERRORS   INVALID_SUBJECT rule segment message | INVALID_OPTIONS message | DELAYED_FULL limit; nothing was stored
--@include layout
--@include grammar
--@include options
--@include delayed
--@include broadcast
local LIMIT = 100000
local prefix, nonce, settings, count = KEYS[1], ARGV[1], ARGV[2], tonumber(ARGV[3])
local t, dues, options, fresh = now(), {}, {}, 0

for m = 1, count do
  local at = m * 5 - 1
  local fault = subject_fault(ARGV[at])
  if fault then return redis.error_reply('INVALID_SUBJECT ' .. fault .. ' ' .. m) end
  local from, ms = string.match(ARGV[at + 3], '^([+@])(%d+)$')
  local option = option_of(prefix, ARGV[at + 4] == '' and '0 0 0 ' or ARGV[at + 4], '')
  if not from or not option then return redis.error_reply('INVALID_OPTIONS ' .. m) end
  dues[m], options[m] = math.min(tonumber(ms), FAR) + (from == '+' and t or 0), option
  if not option.first then fresh = fresh + 1 end
end
if fresh > 0 and redis.call('ZCARD', prefix .. 'delayed') + fresh > LIMIT then
  return redis.error_reply('DELAYED_FULL ' .. LIMIT)
end

local reply = {}
local function tell(id, copies, duplicate, due)
  for _, value in ipairs({ id, copies, duplicate, due, math.max(0, due - t) }) do reply[#reply + 1] = value end
end
found(prefix, nonce, settings)
for m = 1, count do
  local at, option = m * 5 - 1, options[m]
  local seen = prefix .. 'dedup:' .. option.key
  local first = option.first or option.key ~= '' and redis.call('GET', seen) -- the same key twice in one batch
  if first then
    local id, n = string.match(first, '^(%S+) (%d+)$')
    tell(id, tonumber(n), 1, tonumber(redis.call('ZSCORE', prefix .. 'delayed', id) or -1))
  else
    local id = new_delayed_id(prefix, t)
    put_delayed(prefix, id, dues[m], ARGV[at], ARGV[at + 1], ARGV[at + 2], option)
    if option.key ~= '' then redis.call('SET', seen, id .. ' 0', 'PX', option.window) end
    tell(id, 0, 0, dues[m])
  end
end
return reply
