-- How many messages of the log a subscription wants after a position, less those that have expired: one bounded step of a
-- dry run of a seek.
--
-- KEYS[1]  prefix of the broadcast
-- ARGV     1 subscription, 2 position ('$' = the end), 3 most messages to look at
-- RETURNS  { OK | MISSING, matching, where to go on ('' = that was all) }
--@include layout
--@include clock
--@include matching
--@include definition
--@include waiting
local prefix, sub, position, limit = KEYS[1], ARGV[1], ARGV[2], tonumber(ARGV[3])
local def, matching, last = definition(prefix, sub), 0, ''
if not def then return { 'MISSING', 0, '' } end
if position == '$' then return { 'OK', 0, '' } end
local t, patterns = now(), def.versions[#def.versions].patterns
local entries = redis.call('XRANGE', prefix .. 'log', '(' .. position, '+', 'COUNT', limit)
for _, entry in ipairs(entries) do
  local s, _, _, x = entry_fields(entry)
  if (x == 0 or x > t) and any_matches(patterns, (split(s))) then matching = matching + 1 end
  last = entry[1]
end
return { 'OK', matching, #entries < limit and '' or last }
