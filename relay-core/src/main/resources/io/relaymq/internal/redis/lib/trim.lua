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

-- 'trimmed' in meta: with the length of the log it numbers the messages, so that who comes back knows how many it missed.
local function count_trimmed(prefix, n)
  if n > 0 then redis.call('HINCRBY', prefix .. 'meta', 'trimmed', n) end
  return n
end

-- Cuts the oldest n messages; adds to drops[sub].
local function trim_oldest(prefix, n, newest, copying, drops)
  local log = prefix .. 'log'
  if copying and copying ~= '' then
    drop_what_is_uncopied(prefix, n, copying, drops)
  end
  redis.call('XTRIM', log, 'MAXLEN', redis.call('XLEN', log) - n)
  drop_what_is_unread(prefix, newest, drops)
  return count_trimmed(prefix, n)
end

-- Cuts what is older than a time; adds to drops[sub]. About a thousand messages at once, the next call takes the next.
local function trim_older(prefix, time, newest, copying, drops)
  local log, cut = prefix .. 'log', string.format('%.0f-0', time)
  if time <= 0 then return 0 end -- an age longer than the server's clock has run
  if not redis.call('XRANGE', log, '-', '(' .. cut, 'COUNT', 1)[1] then return 0 end
  if copying and copying ~= '' then
    --@include oldest
    local doomed, last = oldest(prefix, LOOK, '(' .. cut)
    if doomed == LOOK then cut, doomed = last, doomed - 1 end
    drop_what_is_uncopied(prefix, doomed, copying, drops)
  end
  -- Whole nodes first, for that can be bounded; what is left of a node then is not much.
  local n = redis.call('XTRIM', log, 'MINID', '~', cut, 'LIMIT', LOOK)
  if n <= LOOK / 2 then n = n + redis.call('XTRIM', log, 'MINID', cut) end
  drop_what_is_unread(prefix, newest, drops)
  return count_trimmed(prefix, n)
end

-- The trim after a publish of so many messages; over = how many there are beyond the cap.
local function trim_after(prefix, newest, over, age, published, copying, drops)
  local n = 0
  if over > 0 then n = trim_oldest(prefix, math.min(over, math.max(1000, 2 * published)), newest, copying, drops) end
  if age > 0 then n = n + trim_older(prefix, millis(newest) - age, newest, copying, drops) end
  return n
end
