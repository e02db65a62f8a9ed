-- Appends messages to the log, copies each into the inboxes of the subscriptions that want it, trims. All or nothing.
--
-- KEYS[1]  prefix of the broadcast, 'relay:{namespace:broadcast}:'
-- ARGV     1 generation of the routes the caller used ('' = route here), 2 random value, 3 max-messages if the
--          broadcast is new ('' = none), 4 number of messages,
--          then for each message: subject, headers, data, subscriptions joined by ','
-- RETURNS  { generation in force, trimmed, { id, copies, id, copies, ... }, { subscription, unread drops, ... },
--          { subscription whose inbox is missing or foreign, ... } }
-- ERRORS   INVALID_SUBJECT rule segment message | TOO_MANY_COPIES n; nothing was stored
local MAX_COPIES = 10000
local prefix, known, nonce, max, count = KEYS[1], ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
local meta = redis.call('HMGET', prefix .. 'meta', 'gen', 'max', 'copying')
local targets, copies, route_here = {}, 0, nil
-- What is rarely needed is included where it is, so that the common publish does not pay for it.
if known == '' or known ~= meta[1] then
  --@include routing
  route_here = route
end

for m = 1, count do
  local subject, wanted = ARGV[m * 4 + 1], ARGV[m * 4 + 4]
  if #subject > 32 or string.find(subject, '[^A-Za-z0-9_:%%.-]') or string.find(subject, '..', 1, true)
    or subject == '' or string.byte(subject, 1) == 46 or string.byte(subject, -1) == 46 then
    --@include grammar
    local fault = subject_fault(subject)
    if fault then return redis.error_reply('INVALID_SUBJECT ' .. fault .. ' ' .. m) end
  end
  if route_here then wanted = table.concat(route_here(prefix, subject), ',') end
  targets[m], copies = wanted, copies + #wanted
end
if copies > MAX_COPIES then -- that many characters; now count the names
  copies = 0
  for m = 1, count do copies = copies + select(2, string.gsub(targets[m], '[^,]+', '')) end
  if copies > MAX_COPIES then return redis.error_reply('TOO_MANY_COPIES ' .. copies) end
end

local written, drops, missing, dropped, trimmed, id = {}, {}, {}, {}, 0, nil
for m = 1, count do
  local s, h, d, n = ARGV[m * 4 + 1], ARGV[m * 4 + 2], ARGV[m * 4 + 3], 0
  id = redis.call('XADD', prefix .. 'log', '*', 's', s, 'd', d, 'h', h)
  for sub in string.gmatch(targets[m], '[^,]+') do
    local reply = redis.pcall('XADD', prefix .. 'inbox:' .. sub, 'NOMKSTREAM', id, 's', s, 'd', d, 'h', h)
    if type(reply) == 'string' then
      n = n + 1
    else
      --@include drops
      if not drops[sub] then missing[#missing + 1] = sub end
      drops[sub] = (drops[sub] or 0) + 1
      count_drops(prefix, sub, 1, id, id)
    end
  end
  written[m * 2 - 1], written[m * 2] = id, n
end

if meta[1] then
  max = meta[2]
else
  --@include broadcast
  found(prefix, nonce, max)
end
max = tonumber(max) or 0
local length = max > 0 and redis.call('XLEN', prefix .. 'log') or 0
if length > max then
  trimmed = math.min(length - max, math.max(1000, 2 * count))
  --@include trim
  trim(prefix, length, trimmed, id, meta[3], drops)
end
for sub, n in pairs(drops) do
  dropped[#dropped + 1] = sub
  dropped[#dropped + 1] = n
end
return { meta[1] or nonce, trimmed, written, dropped, missing }
