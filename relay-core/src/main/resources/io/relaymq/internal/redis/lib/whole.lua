-- Are the routes what 'subs' says, as far as counts tell? Somebody may have deleted a key by hand, or a failover lost one.
local function routes_are_whole(prefix)
  local rows, counted = redis.call('HLEN', prefix .. 'routes'), 0
  for _, n in ipairs(redis.call('HVALS', prefix .. 'shapes')) do counted = counted + n end
  if rows ~= counted then return false end
  if rows > 0 then return true end
  local copying = redis.call('HGET', prefix .. 'meta', 'copying') or ''
  return redis.call('HLEN', prefix .. 'subs') <= select(2, string.gsub(copying, '[^,]+', ''))
end
