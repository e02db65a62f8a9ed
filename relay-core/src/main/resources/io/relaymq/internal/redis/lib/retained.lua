--@include clock
-- The last value of a subject. 'retained': entries as in the log, under the message's id, 'x' = the time at which it is over;
-- 'retained-ids': subject -> id; 'retained-until': subject -> that time, of those that have one.
local RETAINED = 100000

local function drop_retained(prefix, subject)
  local id = redis.call('HGET', prefix .. 'retained-ids', subject)
  if not id then return 0 end
  redis.call('XDEL', prefix .. 'retained', id)
  redis.call('HDEL', prefix .. 'retained-ids', subject)
  redis.call('ZREM', prefix .. 'retained-until', subject)
  return 1
end

-- Those whose time is over, at most n.
local function drop_over(prefix, t, n)
  for _, subject in ipairs(redis.call('ZRANGEBYSCORE', prefix .. 'retained-until', '-inf', t, 'LIMIT', 0, n)) do
    drop_retained(prefix, subject)
  end
end

-- Is there room for the value of a subject, and for so many others?
local function has_room(prefix, subject, others)
  if redis.call('HEXISTS', prefix .. 'retained-ids', subject) == 1 then return true end
  local over = redis.call('ZCOUNT', prefix .. 'retained-until', '-inf', now())
  return redis.call('XLEN', prefix .. 'retained') - over + others < RETAINED
end

-- Keeps a message as the value of its subject; an empty one only takes the value away. over = the time at which it is, or nil.
local function retain(prefix, id, s, h, d, over)
  drop_retained(prefix, s)
  drop_over(prefix, now(), 10) -- more than it adds
  if d == '' then return end
  local entry = { prefix .. 'retained', id, 's', s, 'd', d, 'h', h }
  if over then
    entry[#entry + 1] = 'x'
    entry[#entry + 1] = string.format('%.0f', over)
  end
  if type(redis.pcall('XADD', unpack(entry))) ~= 'string' then return end -- of a log that began again before its values
  redis.call('HSET', prefix .. 'retained-ids', s, id)
  if over then redis.call('ZADD', prefix .. 'retained-until', over, s) end
end
