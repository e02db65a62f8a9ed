--@include ids
--@include frontier
--@include untrimmed
--@include drops
-- The copies of trimmed messages that nobody was handed yet go with them.
local PAGE = 50

-- Removes the copies after the frontier and before the cut. Reads bodies only if older, handed copies must stay.
local function drop_copies(inbox, frontier, cut, first)
  local oldest = redis.call('XRANGE', inbox, '-', '+', 'COUNT', 1)[1][1]
  if oldest == first then return redis.call('XTRIM', inbox, 'MINID', cut) end
  local n = 0
  repeat
    local ids = {}
    for i, entry in ipairs(redis.call('XRANGE', inbox, '(' .. frontier, '(' .. cut, 'COUNT', PAGE)) do ids[i] = entry[1] end
    if #ids > 0 then n = n + redis.call('XDEL', inbox, unpack(ids)) end
  until #ids < PAGE
  return n
end

local function drop_unread(prefix, sub, cut, newest)
  local inbox = prefix .. 'inbox:' .. sub
  local length = redis.pcall('XLEN', inbox)
  if length == 0 then redis.call('ZADD', prefix .. 'unread', millis(newest), sub) end
  if type(length) ~= 'number' or length == 0 then return 0 end -- a foreign key is its worker's to report
  local frontier = frontier_of(inbox)
  if not frontier then return 0 end
  frontier = after_retained(prefix, sub, frontier)
  local doomed, n, bound = redis.call('XRANGE', inbox, '(' .. frontier, '(' .. cut, 'COUNT', 2), 1, cut
  if not doomed[1] then
    local unread = redis.call('XRANGE', inbox, '(' .. frontier, '+', 'COUNT', 1)[1]
    n, bound = 0, unread and unread[1] or newest
  elseif not doomed[2] then -- as after most publishes
    redis.call('XDEL', inbox, doomed[1][1])
    count_drops(prefix, sub, 1, doomed[1][1], doomed[1][1])
  else
    local last = redis.call('XREVRANGE', inbox, '(' .. cut, '(' .. frontier, 'COUNT', 1)[1][1]
    n = drop_copies(inbox, frontier, cut, doomed[1][1])
    count_drops(prefix, sub, n, doomed[1][1], last)
  end
  redis.call('ZADD', prefix .. 'unread', millis(bound), sub)
  return n
end
