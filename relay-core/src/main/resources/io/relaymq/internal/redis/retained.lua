-- Retained values: that of a subject, or those that match, the one published first first. Bounded.
--
-- KEYS[1]  prefix of the broadcast
-- ARGV     1 subject ('' = by patterns), 2 id after which to look, 3 most to look at, 4... patterns (none = every subject)
-- RETURNS  { id after which to go on ('' = that was all), { id, subject, headers, data, time at which it is over, 0 = never }, ... }
--@include layout
--@include retained
--@include matching
--@include waiting
local BYTES = 1048576
local prefix, subject, after, limit, t = KEYS[1], ARGV[1], ARGV[2], tonumber(ARGV[3]), now()
local patterns, from, stop = {}, '(' .. after, '+'
for i = 4, #ARGV do patterns[i - 3] = ARGV[i] end
if #patterns == 0 then patterns[1] = '>' end
if subject ~= '' then
  local id = redis.call('HGET', prefix .. 'retained-ids', subject)
  if not id then return { '' } end
  from, stop, patterns = id, id, { subject }
end

local entries, reply, bytes = redis.call('XRANGE', prefix .. 'retained', from, stop, 'COUNT', limit), { '' }, 0
for i, entry in ipairs(entries) do
  local s, h, d, x = entry_fields(entry)
  if (x == 0 or x > t) and any_matches(patterns, (split(s))) then
    reply[#reply + 1] = { entry[1], s, h, d, x }
    bytes = bytes + #d + #h
  end
  if bytes > BYTES or i == limit then
    reply[1] = subject == '' and entry[1] or ''
    break
  end
end
return reply
