--@include ids
--@include look
-- Retention: the log is cut, and the unread copies of what is cut go with it.
local AT_ONCE = 1000

local function drop_what_is_uncopied(prefix, doomed, copying, drops)
  --@include uncopied
  for sub in string.gmatch(copying, '[^,]+') do
    add_drops(drops, sub, drop_uncopied(prefix, sub, doomed))
  end
end

local function note_trimmed(prefix, n, newest, drops)
  if n > 0 and redis.call('HINCRBY', prefix .. 'meta', 'trimmed', n) > 0 then look_for_unread(prefix, newest, drops) end
  return n
end

-- Cuts the oldest n messages; adds to drops[sub].
local function trim_oldest(prefix, n, newest, copying, drops)
  local log = prefix .. 'log'
  if copying and copying ~= '' then
    drop_what_is_uncopied(prefix, n, copying, drops)
  end
  redis.call('XTRIM', log, 'MAXLEN', redis.call('XLEN', log) - n)
  return note_trimmed(prefix, n, newest, drops)
end

-- Cuts what is older than a time; adds to drops[sub]. About a thousand messages at once, the next call takes the next.
local function trim_older(prefix, time, newest, copying, drops)
  local log, cut = prefix .. 'log', string.format('%.0f-0', time)
  if time <= 0 then return 0 end -- an age longer than the server's clock has run
  if not redis.call('XRANGE', log, '-', '(' .. cut, 'COUNT', 1)[1] then return 0 end
  if copying and copying ~= '' then
    --@include oldest
    local doomed, last = oldest(prefix, AT_ONCE, '(' .. cut)
    if doomed == AT_ONCE then cut, doomed = last, doomed - 1 end
    drop_what_is_uncopied(prefix, doomed, copying, drops)
  end
  -- Whole nodes first, for that can be bounded; what is left of a node then is not much.
  local n = redis.call('XTRIM', log, 'MINID', '~', cut, 'LIMIT', AT_ONCE)
  if n <= AT_ONCE / 2 then n = n + redis.call('XTRIM', log, 'MINID', cut) end
  return note_trimmed(prefix, n, newest, drops)
end

-- The trim after a publish of so many messages; over = how many there are beyond the cap.
local function trim_after(prefix, newest, over, age, published, copying, drops)
  local n = 0
  if over > 0 then n = trim_oldest(prefix, math.min(over, math.max(1000, 2 * published)), newest, copying, drops) end
  if age > 0 then n = n + trim_older(prefix, millis(newest) - age, newest, copying, drops) end
  return n
end
