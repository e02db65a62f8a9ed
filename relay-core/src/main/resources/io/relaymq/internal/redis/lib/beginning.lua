--@include ids
-- Where a new subscription begins: the first message is the one after it; and, if it is asked for, the id up to which it is given
-- retained values first. Where the log begins later than asked, what lies between may be a value that only they bring.
local function beginning(prefix, start, newest)
  local since, first = string.match(start, '^%S+'), string.find(start, ' retained', 1, true)
  if since == '$' or before(newest, since) then since = newest end -- of a life that an older one replaced
  if not first then return since end
  local oldest = redis.call('XRANGE', prefix .. 'log', '-', '+', 'COUNT', 1)[1]
  local begin = oldest and predecessor(oldest[1]) or newest
  if before(since, begin) then since = begin end
  return since, since
end
