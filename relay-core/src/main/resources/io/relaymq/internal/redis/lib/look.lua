--@include ids
-- What was unread of the trimmed goes with it. 'unread' keeps for each subscription a lower bound (milliseconds) of its oldest
-- unread id: only where the cut passes it is there anything to look for.
-- Nor is that asked after every trim. Of some messages spread over the log 'marks' of 'meta' keeps number and time, the oldest
-- first, and before them the number at which it is renewed. If nobody's bound is as low as the time of the oldest mark, all is
-- calm until that message is trimmed. Retention has taken 'calm' + 'trimmed' messages: it looks while 'trimmed' is above 0.
local LAGGARDS, MARKS = 1000, 8

local function add_drops(drops, sub, n)
  if n > 0 then drops[sub] = (drops[sub] or 0) + n end
end

-- The marks that are not trimmed yet, as { number, time }, with the newest message if it is one; and how far they lie apart.
local function marks_ahead(prefix, text, taken, newest)
  local length, marks, last = redis.call('XLEN', prefix .. 'log'), {}, 0
  local apart = math.floor(length / MARKS)
  for number, time in string.gmatch(text, '(%d+)-(%d+)') do
    last = tonumber(number)
    if last > taken then marks[#marks + 1] = { last, tonumber(time) } end
  end
  if last > taken + length then marks, last = {}, 0 end -- somebody has deleted the log, or some of it
  if apart > 0 and taken + length - last >= apart then marks[#marks + 1] = { taken + length, millis(newest) } end
  return marks, apart
end

local function renew_marks(prefix, marks, apart, taken)
  local calm, parts = 0, {}
  if redis.call('ZCOUNT', prefix .. 'unread', '-inf', marks[1][2]) == 0 then calm = math.min(marks[1][1] - taken, apart) end
  parts[1] = string.format('%.0f', taken + (calm > 0 and calm or apart))
  for i, mark in ipairs(marks) do parts[i + 1] = string.format('%.0f-%.0f', mark[1], mark[2]) end
  redis.call('HSET', prefix .. 'meta', 'marks', table.concat(parts, ' '), 'calm', string.format('%.0f', taken + calm),
    'trimmed', string.format('%.0f', 0 - calm))
end

-- Adds to drops[sub].
local function look_for_unread(prefix, newest, drops)
  local meta = redis.call('HMGET', prefix .. 'meta', 'trimmed', 'calm', 'marks')
  local taken, renewal = meta[1] + (meta[2] or 0), tonumber(string.match(meta[3] or '0', '^%d+'))
  local left = redis.call('XRANGE', prefix .. 'log', '-', '+', 'COUNT', 1)[1]
  local cut = left and left[1] or string.format('%.0f-0', millis(newest) + 1)
  local marks, apart, upto = {}, 0, millis(cut)
  if taken > renewal then marks, apart = marks_ahead(prefix, meta[3] or '', taken, newest) end
  if marks[1] then upto = math.max(upto, marks[1][2]) end
  local laggards = redis.call('ZRANGEBYSCORE', prefix .. 'unread', '-inf', upto, 'LIMIT', 0, LAGGARDS)
  if #laggards > 0 then
    --@include unread
    for _, sub in ipairs(laggards) do add_drops(drops, sub, drop_unread(prefix, sub, cut, newest)) end
  end
  if marks[1] then renew_marks(prefix, marks, apart, taken) end
end
