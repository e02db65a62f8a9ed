-- Where a subscription stands. Lag = copies in the inbox less those that are handed out.
--
-- KEYS[1]  prefix of the broadcast
-- ARGV     1 subscription
-- RETURNS  { MISSING } or { live | copying | moving, lag, handed, waiting, taken, dead letters, live consumers,
--          age in ms of the oldest unread message (-1 = none), messages in the log, { counter, value, ... }, patterns, since,
--          1 if paused else 0, { consumer, ... } }
--@include layout
--@include definition
--@include frontier
--@include lease
local prefix, sub = KEYS[1], ARGV[1]
local def, inbox = definition(prefix, sub), prefix .. 'inbox:' .. sub
local frontier = def and def.state == 'moving' and '0-0' or frontier_of(inbox)
if not def or not frontier then return { 'MISSING' } end

local t, length, listed, names = now(), redis.call('XLEN', inbox), 0, {}
local grace = tonumber(redis.call('HGET', prefix .. 'meta', 'grace:' .. sub) or 0)
local all = redis.call('HGETALL', prefix .. 'flight:' .. sub)
for i = 1, #all, 2 do
  local record = lease(all[i + 1], t, grace)
  if record.live then names[#names + 1] = all[i] end
  for token in string.gmatch(record.tokens, '%S+') do
    if not string.find(token, '/', 1, true) then listed = listed + 1 end
  end
end
-- An old list may still name what was settled since: it counts only if something handed is still there.
local handed = redis.call('XRANGE', inbox, '-', frontier, 'COUNT', 1)[1] and math.min(math.max(listed, 1), length) or 0
local unread = redis.call('XRANGE', inbox, '(' .. frontier, '+', 'COUNT', 1)[1]
if not unread then handed = length end
return { def.state, length - handed, handed, redis.call('HLEN', prefix .. 'wait:' .. sub),
  redis.call('HLEN', prefix .. 'taken:' .. sub), redis.call('XLEN', prefix .. 'dead:' .. sub), #names,
  unread and math.max(0, t - millis(unread[1])) or -1, redis.call('XLEN', prefix .. 'log'),
  redis.call('HGETALL', prefix .. 'stats:' .. sub), table.concat(def.versions[#def.versions].patterns, ','), def.since,
  redis.call('HEXISTS', prefix .. 'paused', sub), names }
