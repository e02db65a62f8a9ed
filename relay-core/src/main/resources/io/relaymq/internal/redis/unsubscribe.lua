-- Deletes a subscription with everything of its own: what it has not received, its dead letters, its counters.
--
-- KEYS[1]  prefix of the broadcast
-- ARGV     1 subscription, 2 random value
-- RETURNS  { DELETED | MISSING, unsettled deliveries that went with it, dead letters that went with it }
--@include layout
--@include routes
--@include definition
--@include broadcast
local prefix, sub, nonce = KEYS[1], ARGV[1], ARGV[2]
local def = definition(prefix, sub)
if not def then return { 'MISSING', 0, 0 } end
local function length(command, key)
  local n = redis.pcall(command, prefix .. key .. sub)
  return type(n) == 'number' and n or 0
end
local unsettled, dead = length('XLEN', 'inbox:') + length('HLEN', 'wait:'), length('XLEN', 'dead:')
if def.state == 'live' then remove_routes(prefix, sub, def.versions[1].patterns) end
set_copying(prefix, sub, false)
redis.call('HDEL', prefix .. 'subs', sub)
redis.call('HDEL', prefix .. 'paused', sub)
redis.call('HDEL', prefix .. 'meta', 'beat:' .. sub, 'grace:' .. sub)
redis.call('ZREM', prefix .. 'unread', sub)
for _, key in ipairs({ 'inbox:', 'flight:', 'wait:', 'due:', 'taken:', 'tries:', 'dead:', 'stats:', 'rate:', 'moved:' }) do
  redis.call('UNLINK', prefix .. key .. sub)
end
redis.call('HSET', prefix .. 'meta', 'gen', nonce)
return { 'DELETED', unsettled, dead }
