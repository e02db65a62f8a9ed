-- Appends messages to the log, copies each into the inboxes of the subscriptions that want it, trims. All or nothing.
--
-- KEYS[1]  prefix of the broadcast, 'relay:{namespace:broadcast}:'
-- ARGV     1 generation of the routes the caller used ('' = route here), 2 random value, 3 settings if the broadcast
--          is new, 4 number of messages,
--          then for each message: subject, headers, data, subscriptions joined by ',', options ('' or
--          'time-to-live-ms[,retain-ms] require-subscribers window-ms idempotency-key')
-- RETURNS  { generation in force, trimmed, { id, copies, 1 if a duplicate else 0, id, ... },
--          { subscription, unread drops, ... }, { subscription whose inbox is missing or foreign, ... } };
--          or, if all were appended and copied as the caller routed them, 'id id ... [trimmed [subscription=drops ...]]'
-- ERRORS   INVALID_SUBJECT rule segment message | TOO_MANY_COPIES n | INVALID_OPTIONS message | NO_SUBSCRIBERS message |
--          RETAINED_FULL limit message | OVERFLOW subscription; nothing was stored
local MAX_COPIES = 10000
local call, find, prefix, known, last = redis.call, string.find, KEYS[1], ARGV[1], ARGV[4] * 5
local plain, cap, room = redis.call('HGET', prefix .. 'meta', 'plain'), nil, nil
-- The common publish pays for nothing but itself: routed as the broadcast is, which asks for nothing but a cap, without
-- options, and of subjects that are good at first sight. There is room for so many more messages under the cap.
if plain == known then
  local letters = 0
  cap = string.match(plain, '^%d+')
  room = cap == '0' and last or cap - call('XLEN', prefix .. 'log')
  for at = 5, last, 5 do
    local subject = ARGV[at]
    letters = letters + #ARGV[at + 3]
    if ARGV[at + 4] ~= '' or not find(subject, '^[%w_:%%-][%w_:%%.-]*[%w_:%%-]$') or find(subject, '..', 1, true)
      or #subject > 32 and (#subject > 512 or find(subject, string.rep('[^.]*%.', 16))) then
      room = -1
    end
  end
  if letters > MAX_COPIES then room = -1 end
end
if not room or room < 0 then
  --@include publishing
end

local log, inboxes = prefix .. 'log', {}
local newest, ids, drops, missing, lost = nil, last > 5 and {} or nil, nil, nil, nil
local trimmed = math.max(0, last / 5 - room) -- as many as the cap: the oldest go
for at = 5, last, 5 do
  local s, h, d, targets = ARGV[at], ARGV[at + 1], ARGV[at + 2], ARGV[at + 3]
  if ids or trimmed == 0 then
    newest = call('XADD', log, '*', 's', s, 'd', d, 'h', h)
  else -- of one alone, in one step: it costs less
    newest = call('XADD', log, 'MAXLEN', cap, '*', 's', s, 'd', d, 'h', h)
  end
  local to = inboxes[targets]
  if not to then -- many go to the same
    local from = 1
    to = {}
    inboxes[targets] = to
    while from <= #targets do
      local comma = find(targets, ',', from, true) or #targets + 1
      to[#to + 1] = prefix .. 'inbox:' .. string.sub(targets, from, comma - 1)
      from = comma + 1
    end
  end
  for i = 1, #to do
    if redis.pcall('XADD', to[i], 'NOMKSTREAM', newest, 's', s, 'd', d, 'h', h) ~= newest then
      --@include drops
      drops, missing, lost = drops or {}, missing or {}, lost or {}
      count_missing(prefix, string.sub(to[i], #prefix + 7), newest, drops, missing)
      lost[at] = (lost[at] or 0) + 1
    end
  end
  if ids then ids[at / 5] = newest end
end
if ids and trimmed > 0 then call('XTRIM', log, 'MAXLEN', cap) end
if trimmed > 0 and call('HINCRBY', prefix .. 'meta', 'trimmed', trimmed) > 0 then
  --@include look
  drops = drops or {}
  look_for_unread(prefix, newest, drops)
end
local text = ids and table.concat(ids, ' ') or newest
if trimmed > 0 then text = text .. ' ' .. trimmed end
if not missing then
  for sub, n in pairs(drops or {}) do text = text .. ' ' .. sub .. '=' .. n end
  return text
end

local written, dropped = {}, {}
for at = 5, last, 5 do
  local n, copies = #written, select(2, string.gsub(ARGV[at + 3], '[^,]+', ''))
  written[n + 1], written[n + 2], written[n + 3] = ids and ids[at / 5] or newest, copies - (lost[at] or 0), 0
end
for sub, n in pairs(drops) do
  dropped[#dropped + 1] = sub
  dropped[#dropped + 1] = n
end
return { known, trimmed, written, dropped, missing }
