-- Moves a subscription to a position of the log. Its inbox and what waits are emptied; what is in flight ends as late
-- results; what lies after the position is copied again, once no consumer of the life before can read any more.
--
-- KEYS[1]  prefix of the broadcast
-- ARGV     1 subscription, 2 random value, 3 position ('$' = the end of the log; the first message is the one after it)
-- RETURNS  { OK | MISSING, copies taken out of the inbox, waiting deliveries skipped }
--@include layout
--@include routes
--@include definition
--@include inbox
--@include moving
--@include broadcast
local prefix, sub, nonce, position = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
local def, newest = definition(prefix, sub), newest_id(prefix)
if not def then return { 'MISSING', 0, 0 } end
local inbox = prefix .. 'inbox:' .. sub
if position == '$' or before(newest, position) then position = newest end
local unsettled = redis.call('TYPE', inbox).ok == 'stream' and redis.call('XLEN', inbox) or 0
local waiting = redis.call('HLEN', prefix .. 'wait:' .. sub)

if def.state == 'live' then remove_routes(prefix, sub, def.versions[1].patterns) end
await_readers(prefix, sub, now())
for _, key in ipairs({ 'inbox:', 'flight:', 'wait:', 'due:', 'taken:', 'tries:' }) do
  redis.call('UNLINK', prefix .. key .. sub)
end
local moving = readers_left(prefix, sub, now())
if not moving then new_inbox(prefix, sub) end
def.epoch, def.since, def.cursor, def.replayed = nonce, position, position, newest
def.versions = { { from = '0-0', patterns = def.versions[#def.versions].patterns } }
def.retained, def.retained_end = nil, nil
def.state = moving and 'moving' or before(position, newest) and 'copying' or 'live'
if def.state == 'live' then add_routes(prefix, sub, def.versions[1].patterns) end
set_copying(prefix, sub, def.state ~= 'live')
store_definition(prefix, sub, def)
redis.call('HDEL', prefix .. 'stats:' .. sub, 'missing-first', 'missing-last', 'sweeping')
if waiting > 0 then redis.call('HINCRBY', prefix .. 'stats:' .. sub, 'skipped', waiting) end
new_generation(prefix, nonce)
return { 'OK', unsettled, waiting }
