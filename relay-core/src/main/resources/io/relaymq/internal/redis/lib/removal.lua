--@include routes
--@include definition
--@include broadcast
-- Takes a subscription away with everything of its own; the caller gives the routes a new generation. Returns the copies, waiting
-- deliveries and dead letters that went with it.
local function remove_subscription(prefix, sub, def)
  local function length(command, key)
    local n = redis.pcall(command, prefix .. key .. sub)
    return type(n) == 'number' and n or 0 -- 0 of a foreign key
  end
  local copies, waiting, dead = length('XLEN', 'inbox:'), length('HLEN', 'wait:'), length('XLEN', 'dead:')
  if def.state == 'live' then remove_routes(prefix, sub, def.versions[1].patterns) end
  set_copying(prefix, sub, false)
  for _, key in ipairs({ 'subs', 'paused', 'idle' }) do redis.call('HDEL', prefix .. key, sub) end
  redis.call('HDEL', prefix .. 'meta', 'beat:' .. sub, 'grace:' .. sub)
  redis.call('ZREM', prefix .. 'unread', sub)
  for _, key in ipairs({ 'inbox:', 'flight:', 'wait:', 'due:', 'taken:', 'tries:', 'dead:', 'stats:', 'rate:', 'moved:' }) do
    redis.call('UNLINK', prefix .. key .. sub)
  end
  return copies, waiting, dead
end
