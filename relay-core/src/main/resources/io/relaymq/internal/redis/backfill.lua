-- One bounded step of copying retained values, and then history, into a new inbox, in order. The step that reaches the end of the log turns
-- the subscription live: no message falls between the copy and the routes.
--
-- KEYS[1]  prefix of the broadcast
-- ARGV     1 subscription, 2 epoch, 3 most messages to look at, 4 random value
-- RETURNS  { OK | JOIN, copied, live | copying | moving (consumers of the life before may still read: call it again soon) }
--@include layout
--@include clock
--@include routes
--@include definition
--@include waiting
--@include inbox
--@include moving
--@include broadcast
--@include missing
local prefix, sub, epoch, limit, nonce = KEYS[1], ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4]
local def, copied, found_again = definition(prefix, sub), 0, 0
if not def or def.epoch ~= epoch then return { 'JOIN', 0, '' } end
if def.state == 'live' then return { 'OK', 0, 'live' } end
if def.state == 'moving' then
  if readers_left(prefix, sub, now()) then return { 'OK', 0, 'moving' } end
  new_inbox(prefix, sub)
  def.state = 'copying'
end

local was_missing = missing_test(prefix, sub)
local values, t, entries = retained_left(def), now(), nil
if values then
  entries = redis.call('XRANGE', prefix .. 'retained', '(' .. def.retained, def.retained_end, 'COUNT', limit)
else
  entries = redis.call('XRANGE', prefix .. 'log', '(' .. def.cursor, '+', 'COUNT', limit)
end
for _, entry in ipairs(entries) do
  local s, h, d, x = entry_fields(entry)
  local over = values and x > 0 and x <= t
  if not over and any_matches(patterns_at(def, entry[1]), (split(s))) then
    local inbox = prefix .. 'inbox:' .. sub
    if x > 0 then
      redis.call('XADD', inbox, 'NOMKSTREAM', entry[1], 's', s, 'd', d, 'h', h, 'x', string.format('%.0f', x))
    else
      redis.call('XADD', inbox, 'NOMKSTREAM', entry[1], 's', s, 'd', d, 'h', h)
    end
    copied = copied + 1
    if was_missing(entry[1]) then found_again = found_again + 1 end
  end
  if values then def.retained = entry[1] else def.cursor = entry[1] end
end
uncount_drops(prefix, sub, found_again)
-- The copies are older than what a trim meanwhile took for the oldest unread id.
if copied > 0 then lower_bound(prefix, sub) end
if values then
  if #entries < limit then def.retained = def.retained_end end
elseif #entries < limit then
  def.state, def.versions = 'live', { def.versions[#def.versions] }
  add_routes(prefix, sub, def.versions[1].patterns)
  redis.call('HDEL', prefix .. 'stats:' .. sub, 'missing-first', 'missing-last')
  new_generation(prefix, nonce)
end
set_copying(prefix, sub, def.state ~= 'live')
store_definition(prefix, sub, def)
return { 'OK', copied, def.state }
