--@include ids
--@include matching
--@include definition
--@include frontier
--@include waiting
-- max-messages: the log is cut to the cap, and with the trimmed messages go their copies that nobody was handed yet.
-- 'unread' keeps for each subscription a lower bound (milliseconds) of its oldest unread id: only where the cut
-- passes it is there anything to look for.
local LAGGARDS, PAGE = 1000, 50

local function count_drops(prefix, sub, n, first, last)
  local stats = prefix .. 'stats:' .. sub
  redis.call('HINCRBY', stats, 'dropped', n)
  local known = redis.call('HMGET', stats, 'dropped-first', 'dropped-last') -- drops do not come in the order of ids
  if not known[1] or before(first, known[1]) then redis.call('HSET', stats, 'dropped-first', first) end
  if not known[2] or before(known[2], last) then redis.call('HSET', stats, 'dropped-last', last) end
end

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
  local frontier, bound = frontier_of(inbox), newest
  if not frontier then return 0 end
  local n = 0
  local first = redis.call('XRANGE', inbox, '(' .. frontier, '(' .. cut, 'COUNT', 1)[1]
  if first then
    local last = redis.call('XREVRANGE', inbox, '(' .. cut, '(' .. frontier, 'COUNT', 1)[1]
    n = drop_copies(inbox, frontier, cut, first[1])
    count_drops(prefix, sub, n, first[1], last[1])
  end
  local unread = redis.call('XRANGE', inbox, '(' .. frontier, '+', 'COUNT', 1)[1]
  if unread then bound = unread[1] end
  redis.call('ZADD', prefix .. 'unread', millis(bound), sub)
  return n
end

-- A subscription whose history is being copied has no copies yet: what the trim takes before the copy is a drop.
local function drop_uncopied(prefix, sub, doomed)
  local def, n, first, last, from = definition(prefix, sub), 0, nil, nil, '-'
  while doomed > 0 do
    for _, entry in ipairs(redis.call('XRANGE', prefix .. 'log', from, '+', 'COUNT', math.min(doomed, PAGE))) do
      from = '(' .. entry[1]
      if before(def.cursor, entry[1]) then
        def.cursor = entry[1]
        if any_matches(patterns_at(def, entry[1]), (split((entry_fields(entry))))) then
          n, first, last = n + 1, first or entry[1], entry[1]
        end
      end
    end
    doomed = doomed - PAGE
  end
  store_definition(prefix, sub, def)
  if n > 0 then count_drops(prefix, sub, n, first, last) end
  return n
end

-- Cuts the log to max, at most limit messages. Returns the number trimmed and adds to drops[sub].
local function trim(prefix, max, limit, newest, copying, drops)
  local log = prefix .. 'log'
  local length = redis.call('XLEN', log)
  local over = math.min(length - max, limit)
  if over <= 0 then return 0 end
  local function add(sub, n)
    if n > 0 then drops[sub] = (drops[sub] or 0) + n end
  end
  if copying and copying ~= '' then
    for sub in string.gmatch(copying, '[^,]+') do add(sub, drop_uncopied(prefix, sub, over)) end
  end
  redis.call('XTRIM', log, 'MAXLEN', length - over)
  local cut = redis.call('XRANGE', log, '-', '+', 'COUNT', 1)[1][1]
  for _, sub in ipairs(redis.call('ZRANGEBYSCORE', prefix .. 'unread', '-inf', millis(cut), 'LIMIT', 0, LAGGARDS)) do
    add(sub, drop_unread(prefix, sub, cut, newest))
  end
  return over
end
