--@include routes
--@include definition
-- Makes the routes again from 'subs'.
local function rebuild_routes(prefix)
  redis.call('DEL', prefix .. 'routes', prefix .. 'shapes')
  for _, sub in ipairs(redis.call('HKEYS', prefix .. 'subs')) do
    local def = definition(prefix, sub)
    if def.state == 'live' then add_routes(prefix, sub, def.versions[1].patterns) end
  end
end
