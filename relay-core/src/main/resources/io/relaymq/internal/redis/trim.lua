-- Retention by age while nobody publishes. At most some ten thousand messages a call.
--
-- KEYS[1]  prefix of the broadcast
-- ARGV     none
-- RETURNS  { trimmed, { subscription, unread drops, ... } }
--@include layout
--@include clock
--@include broadcast
--@include trim
local prefix = KEYS[1]
local meta = redis.call('HMGET', prefix .. 'meta', 'age', 'copying')
local age, trimmed, drops, dropped = tonumber(meta[1] or 0), 0, {}, {}
if age == 0 then return { 0, dropped } end
local newest = newest_id(prefix) -- not the time: the clock may go back, and ids with it
for _ = 1, 10 do
  local n = trim_older(prefix, now() - age, newest, meta[2], drops)
  trimmed = trimmed + n
  if n == 0 then break end
end
for sub, n in pairs(drops) do
  dropped[#dropped + 1] = sub
  dropped[#dropped + 1] = n
end
return { trimmed, dropped }
