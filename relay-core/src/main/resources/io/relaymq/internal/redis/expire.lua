-- Removes subscriptions that nobody has read for the broadcast's expire-after: one bounded step of a look at all of them.
--
-- KEYS[1]  prefix of the broadcast
-- ARGV     1 cursor ('0' first), 2 random value
-- RETURNS  { OK | EARLY (somebody has just looked) | OFF, where to go on ('0' = that was all),
--          { subscription, copies, waiting deliveries, dead letters that went with it, ms unread, ... } }
--@include layout
--@include removal
--@include idle
local MOST = 100 -- removals a step
local prefix, cursor, nonce, t = KEYS[1], ARGV[1], ARGV[2], now()
local expire = tonumber(redis.call('HGET', prefix .. 'meta', 'expire') or 0)
if expire == 0 then return { 'OFF', '0', {} } end
local clock, since
if cursor == '0' then
  clock, since = watch(prefix, expire, t)
  if not clock then return { 'EARLY', '0', {} } end
else
  clock, since = string.match(redis.call('HGET', prefix .. 'meta', 'watch') or '', '^%d+ (%d+) (%d+)$')
  clock, since = tonumber(clock or 0), tonumber(since or 0)
end

local page = redis.call('HSCAN', prefix .. 'subs', cursor, 'COUNT', 100)
local removed, n = {}, 0
for i = 1, #page[2], 2 do
  local sub, epoch = page[2][i], string.match(page[2][i + 1], '^%S+')
  local beat, kept = redis.call('HGET', prefix .. 'meta', 'beat:' .. sub), redis.call('HGET', prefix .. 'idle', sub)
  local unread = clock - idle_since(prefix, sub, epoch, beat, kept, clock)
  if n < MOST and unread >= expire and not is_held(prefix, sub, t, clock, since) then
    new_generation(prefix, nonce)
    redis.call('HINCRBY', prefix .. 'meta', 'expired', 1)
    local copies, waiting, dead = remove_subscription(prefix, sub, definition(prefix, sub))
    for _, value in ipairs({ sub, copies, waiting, dead, unread }) do removed[#removed + 1] = value end
    n = n + 1
  end
end
return { 'OK', page[1], removed }
