-- A worker knows an earlier position than the one its subscription was created again at: what lies between goes
-- into 'wait', newest first, and 'since' comes down with it, so that any worker can go on.
--
-- KEYS[1]  prefix of the broadcast
-- ARGV     1 subscription, 2 epoch, 3 position known ('0-0' if it is of another incarnation), 4 most messages to look at
-- RETURNS  { OK | JOIN, put into wait, 1 if done else 0 }
--@include layout
--@include clock
--@include matching
--@include definition
--@include waiting
local prefix, sub, epoch, known, limit = KEYS[1], ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
local def, moved = definition(prefix, sub), 0
if not def or def.epoch ~= epoch then return { 'JOIN', 0, 1 } end
-- After a seek nothing before its target is missing, whatever a worker knew.
if def.replayed ~= '0-0' or not before(known, def.since) then return { 'OK', 0, 1 } end

-- Due at the time at which it was published, so that what several steps put there comes in the order of the log.
local function order_of(id)
  return math.min(now(), millis(id) + math.min(tonumber(string.match(id, '%d+$')), 1023) / 1024)
end

local entries = redis.call('XREVRANGE', prefix .. 'log', def.since, '(' .. known, 'COUNT', limit)
for _, entry in ipairs(entries) do
  local s, h, d, x = entry_fields(entry)
  if any_matches(patterns_at(def, entry[1]), (split(s))) and not waiting(prefix, sub, entry[1]) then
    put_waiting(prefix, sub, entry[1], s, h, d, x, order_of(entry[1]))
    moved = moved + 1
  end
end
local done = #entries < limit
if done then
  def.since = known
else
  def.since = predecessor(entries[#entries][1])
end
store_definition(prefix, sub, def)
return { 'OK', moved, done and 1 or 0 }
