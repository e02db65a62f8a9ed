-- Moves a subscription to a position of the log. Its inbox and what waits are emptied; what is in flight ends as late
-- results; what lies after the position is copied again.
--
-- KEYS[1]  prefix of the broadcast
-- ARGV     1 subscription, 2 random value, 3 position ('$' = the end of the log; the first message is the one after it)
-- RETURNS  { OK | MISSING, copies taken out of the inbox, waiting deliveries skipped }
--@include routes
--@include definition
--@include inbox
--@include broadcast
local prefix, sub, nonce, position = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
local def, newest = definition(prefix, sub), newest_id(prefix)
if not def then return { 'MISSING', 0, 0 } end
local inbox = prefix .. 'inbox:' .. sub
if position == '$' or before(newest, position) then position = newest end
local unsettled = redis.call('TYPE', inbox).ok == 'stream' and redis.call('XLEN', inbox) or 0
local waiting = redis.call('HLEN', prefix .. 'wait:' .. sub)

if def.state == 'live' then remove_routes(prefix, sub, def.versions[1].patterns) end
for _, key in ipairs({ 'inbox:', 'flight:', 'wait:', 'due:', 'taken:', 'tries:' }) do
  redis.call('UNLINK', prefix .. key .. sub)
end
new_inbox(prefix, sub)
def.epoch, def.since, def.cursor, def.replayed = nonce, position, position, newest
def.versions = { { from = '0-0', patterns = def.versions[#def.versions].patterns } }
def.retained, def.retained_end = nil, nil
def.state = before(position, newest) and 'copying' or 'live'
if def.state == 'live' then add_routes(prefix, sub, def.versions[1].patterns) end
set_copying(prefix, sub, def.state == 'copying')
store_definition(prefix, sub, def)
if waiting > 0 then redis.call('HINCRBY', prefix .. 'stats:' .. sub, 'skipped', waiting) end
redis.call('HSET', prefix .. 'meta', 'gen', nonce)
return { 'OK', unsettled, waiting }
