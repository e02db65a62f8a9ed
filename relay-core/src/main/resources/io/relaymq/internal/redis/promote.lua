-- Publishes delayed messages that are due as if they were published now, and drops retained values whose time is over. Safe to
-- send again: what it publishes has gone from where it waited.
--
-- KEYS[1]  prefix of the broadcast
-- ARGV     1 most messages to publish
-- RETURNS  { OK | OVERFLOW (the next would take what a subscription has not been given), published, ms until the next is due
--          (-1 = none), trimmed, { subscription, unread drops, ... } }
--@include layout
--@include retained
--@include delayed
local prefix, limit, t = KEYS[1], tonumber(ARGV[1]), now()
drop_over(prefix, t, 1000)
local due = redis.call('ZRANGEBYSCORE', prefix .. 'delayed', '-inf', t, 'WITHSCORES', 'LIMIT', 0, limit)
if #due == 0 then return { 'OK', 0, next_delayed(prefix, t), 0, {} } end
--@include routing
--@include options
--@include overflow
--@include trim
local BYTES, COPIES = 1048576, 10000 -- at least one message, and no more than these
local meta = redis.call('HMGET', prefix .. 'meta', 'max', 'age', 'overflow', 'copying')
local max, age = tonumber(meta[1] or 0), tonumber(meta[2] or 0)
local status, drops, published, bytes, copies, trimmed, newest = 'OK', {}, 0, 0, 0, 0, nil

for i = 1, #due, 2 do
  local id, at = due[i], tonumber(due[i + 1])
  local s, h, d, ttl, retain = delayed(prefix, id)
  if s then
    local targets = route(prefix, s)
    bytes, copies = bytes + #d, copies + #targets
    if published > 0 and (bytes > BYTES or copies > COPIES) then break end
    local wanted = table.concat(targets, ',')
    if meta[3] == 'reject' and overflow(prefix, max, 1, 1, meta[4], { wanted }) then
      status = 'OVERFLOW'
      break
    end
    if retain and not has_room(prefix, s, 0) then retain = nil end -- nobody is left to be told
    newest = append(prefix, { key = '', ttl = ttl, retain = retain, from = at }, s, h, d, wanted, drops, {})
    published = published + 1
  end
  drop_delayed(prefix, id)
end

local over = newest and max > 0 and redis.call('XLEN', prefix .. 'log') - max or 0
if newest then trimmed = trim_after(prefix, newest, over, age, published, meta[4], drops) end
local dropped = {}
for sub, n in pairs(drops) do
  dropped[#dropped + 1] = sub
  dropped[#dropped + 1] = n
end
return { status, published, next_delayed(prefix, t), trimmed, dropped }
