--@include ids
-- Retention: the log is cut, and the unread copies of what is cut go with it. 'unread' keeps for each subscription a
-- lower bound (milliseconds) of its oldest unread id: only where the cut passes it is there anything to look for.
local LAGGARDS, LOOK = 1000, 1000

local function add_drops(drops, sub, n)
  if n > 0 then drops[sub] = (drops[sub] or 0) + n end
end

local function drop_what_is_uncopied(prefix, doomed, copying, drops)
  --@include uncopied
  for sub in string.gmatch(copying, '[^,]+') do
    add_drops(drops, sub, drop_uncopied(prefix, sub, doomed))
  end
end

local function drop_what_is_unread(prefix, newest, drops)
  local left = redis.call('XRANGE', prefix .. 'log', '-', '+', 'COUNT', 1)[1]
  local cut = left and left[1] or string.format('%.0f-0', millis(newest) + 1)
  local laggards = redis.call('ZRANGEBYSCORE', prefix .. 'unread', '-inf', millis(cut), 'LIMIT', 0, LAGGARDS)
  if #laggards == 0 then return end
  --@include unread
  for _, sub in ipairs(laggards) do add_drops(drops, sub, drop_unread(prefix, sub, cut, newest)) end
end

-- Cuts the oldest n messages; adds to drops[sub].
local function trim_oldest(prefix, n, newest, copying, drops)
  local log = prefix .. 'log'
  if copying and copying ~= '' then
    drop_what_is_uncopied(prefix, n, copying, drops)
  end
  redis.call('XTRIM', log, 'MAXLEN', redis.call('XLEN', log) - n)
  drop_what_is_unread(prefix, newest, drops)
  return n
end

-- Cuts what is older than age; adds to drops[sub]. While history is copied, at most a thousand messages at once.
local function trim_older(prefix, age, newest, copying, drops)
  local log, cut = prefix .. 'log', string.format('%.0f-0', millis(newest) - age)
  local oldest = redis.call('XRANGE', log, '-', '(' .. cut, 'COUNT', 1)[1]
  if not oldest then return 0 end
  if copying and copying ~= '' then
    local doomed = redis.call('XRANGE', log, '-', '(' .. cut, 'COUNT', LOOK)
    if #doomed == LOOK then cut = table.remove(doomed)[1] end
    drop_what_is_uncopied(prefix, #doomed, copying, drops)
  end
  local n = redis.call('XTRIM', log, 'MINID', cut)
  drop_what_is_unread(prefix, newest, drops)
  return n
end
