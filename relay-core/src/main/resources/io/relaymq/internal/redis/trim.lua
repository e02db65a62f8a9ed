-- Retention by age while nobody publishes.
--
-- KEYS[1]  prefix of the broadcast
-- ARGV     none
-- RETURNS  { trimmed, { subscription, unread drops, ... } }
--@include clock
--@include trim
local prefix = KEYS[1]
local meta = redis.call('HMGET', prefix .. 'meta', 'age', 'copying')
local age, drops, dropped = tonumber(meta[1] or 0), {}, {}
if age == 0 then return { 0, dropped } end
local trimmed = trim_older(prefix, age, string.format('%.0f-0', now()), meta[2], drops)
for sub, n in pairs(drops) do
  dropped[#dropped + 1] = sub
  dropped[#dropped + 1] = n
end
return { trimmed, dropped }
