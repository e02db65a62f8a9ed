-- Appends messages to the log, copies each into the inboxes of the subscriptions that want it, trims. All or nothing.
--
-- KEYS[1]  prefix of the broadcast, 'relay:{namespace:broadcast}:'
-- ARGV     1 generation of the routes the caller used ('' = route here), 2 random value, 3 max-messages if the
--          broadcast is new ('' = none), 4 number of messages,
--          then for each message: subject, headers, data, subscriptions joined by ','
-- RETURNS  { generation in force, trimmed, { id, copies, id, copies, ... }, { subscription, unread drops, ... },
--          { subscription whose inbox is missing or foreign, ... } }
-- ERRORS   INVALID_SUBJECT rule segment message | TOO_MANY_COPIES n; nothing was stored
--@include routing
--@include retention
--@include broadcast
local MAX_COPIES = 10000
local prefix, known, nonce, max, count = KEYS[1], ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
local meta = redis.call('HMGET', prefix .. 'meta', 'gen', 'max', 'copying')
local routed, copies = known ~= '' and known == meta[1], 0
local targets = {}

for m = 1, count do
  local subject = ARGV[m * 4 + 1]
  local fault = subject_fault(subject)
  if fault then return redis.error_reply('INVALID_SUBJECT ' .. fault .. ' ' .. m) end
  if routed then
    targets[m] = {}
    for sub in string.gmatch(ARGV[m * 4 + 4], '[^,]+') do targets[m][#targets[m] + 1] = sub end
  else
    targets[m] = route(prefix, subject)
  end
  copies = copies + #targets[m]
end
if copies > MAX_COPIES then return redis.error_reply('TOO_MANY_COPIES ' .. copies) end

local written, drops, missing, id = {}, {}, {}, nil
for m = 1, count do
  local s, h, d = ARGV[m * 4 + 1], ARGV[m * 4 + 2], ARGV[m * 4 + 3]
  id = redis.call('XADD', prefix .. 'log', '*', 's', s, 'd', d, 'h', h)
  local n = 0
  for _, sub in ipairs(targets[m]) do
    local reply = redis.pcall('XADD', prefix .. 'inbox:' .. sub, 'NOMKSTREAM', id, 's', s, 'd', d, 'h', h)
    if type(reply) == 'string' then
      n = n + 1
    else
      if not drops[sub] then missing[#missing + 1] = sub end
      drops[sub] = (drops[sub] or 0) + 1
      count_drops(prefix, sub, 1, id, id)
    end
  end
  written[m * 2 - 1], written[m * 2] = id, n
end

if not meta[1] then found(prefix, nonce, max) else max = meta[2] end
max = tonumber(max) or 0
local trimmed = max > 0 and trim(prefix, max, math.max(1000, 2 * count), id, meta[3], drops) or 0
local dropped = {}
for sub, n in pairs(drops) do
  dropped[#dropped + 1] = sub
  dropped[#dropped + 1] = n
end
return { meta[1] or nonce, trimmed, written, dropped, missing }
