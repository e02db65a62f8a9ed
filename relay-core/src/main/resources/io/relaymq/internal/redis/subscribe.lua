-- Creates a subscription, changes its patterns, or repairs what is missing of it. Safe to send again.
--
-- KEYS[1]  prefix of the broadcast
-- ARGV     1 subscription, 2 random value, 3 settings if the broadcast is new, 4 kind,
--          5 start ('$', '0-0' or an id: the first message is the one after it; ' retained' behind it: the retained values
--          come first), 6 position that the caller knows from an earlier life ('' = none), 7 incarnation of that life,
--          8... patterns (none = '>', every subject)
-- RETURNS  { CREATED | EXISTS | CHANGED | REPAIRED, epoch, live | copying | moving, incarnation, since, patterns before,
--          id up to which messages are replayed, id up to which they are retained values if it asked for them }
-- ERRORS   INVALID_NAME subscription | INVALID_PATTERN rule segment pattern-number | WRONGTYPE ...; nothing was written
--@include layout
--@include routes
--@include beginning
--@include definition
--@include frontier
--@include lease
--@include inbox
--@include broadcast
local prefix, sub, nonce, settings, kind, start, known, life =
  KEYS[1], ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6], ARGV[7]
local inbox, patterns, status = prefix .. 'inbox:' .. sub, {}, 'EXISTS'
if #sub > 128 or not string.find(sub, '^[A-Za-z0-9_.-]+$') then return redis.error_reply('INVALID_NAME subscription') end
for i = 8, #ARGV do
  local fault = pattern_fault(ARGV[i])
  if fault then return redis.error_reply('INVALID_PATTERN ' .. fault .. ' ' .. (i - 7)) end
  patterns[i - 7] = ARGV[i]
end
if #patterns == 0 then patterns[1] = '>' end
local kept = redis.call('TYPE', inbox).ok
if kept ~= 'none' and kept ~= 'stream' then
  return redis.error_reply('WRONGTYPE ' .. inbox .. ' holds a ' .. kept .. ', not an inbox')
end
found(prefix, nonce, settings)
local inc, newest = redis.call('HGET', prefix .. 'meta', 'inc'), newest_id(prefix)
local def = definition(prefix, sub)
local routed, previous = def and def.state == 'live', def and table.concat(def.versions[#def.versions].patterns, ',') or ''

-- Empties the inbox and fills it from the log after a position: at once live if nothing lies behind it.
local function fill_from(position)
  if routed then remove_routes(prefix, sub, def.versions[1].patterns) end
  routed = false
  new_inbox(prefix, sub)
  def.epoch, def.cursor = nonce, position
  def.state = (before(position, newest) or retained_left(def)) and 'copying' or 'live'
  make_due_again(prefix, sub)
end

if not def then
  --@include adoption
  def = { kind = kind, epoch = nonce, state = 'live', replayed = '0-0', versions = { { from = '0-0', patterns = patterns } } }
  if adopt(prefix, sub, known, kept) then
    status, def.since, def.cursor = 'REPAIRED', '0-0', '0-0'
  else
    if known ~= '' then start = life == inc and known or '0-0' end
    status, def.since, def.retained_end = 'CREATED', beginning(prefix, start, newest)
    def.retained = def.retained_end and '0-0'
    fill_from(def.since)
  end
elseif def.state == 'moving' then status = 'EXISTS' -- its inbox comes with the copy
elseif kept == 'none' then
  status = 'REPAIRED'
  local position = lowest_held(prefix, sub)
  if def.retained and before(position, def.retained) then def.retained = position end
  def.since = before(position, def.since) and def.since or position
  fill_from(def.since)
elseif not frontier_of(inbox) then
  status = 'REPAIRED'
  begin_reading(prefix, sub, lowest_clean(prefix, sub))
end

if previous ~= '' and previous ~= table.concat(patterns, ',') then
  if status == 'EXISTS' then status = 'CHANGED' end
  if def.state == 'live' then
    if routed then remove_routes(prefix, sub, def.versions[1].patterns) end
    routed = false
    def.versions = { { from = '0-0', patterns = patterns } }
  else
    def.versions[#def.versions + 1] = { from = newest, patterns = patterns }
  end
end
if status ~= 'EXISTS' then
  if def.state == 'live' and not routed then
    def.versions = { def.versions[#def.versions] }
    add_routes(prefix, sub, patterns)
  end
  set_copying(prefix, sub, def.state ~= 'live')
  store_definition(prefix, sub, def)
  new_generation(prefix, nonce)
end
return { status, def.epoch, def.state, inc, def.since, previous, def.replayed, def.retained_end }
