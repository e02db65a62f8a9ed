--@include clock
--@include ids
-- Leases. A record of 'flight' reads 'deadline lock number clean cleanrun token token ...'.
-- A token is 'id' (a copy in the inbox) or 'id/run' (taken from 'wait'), with '!' behind it once its handler has started.

-- Notes that somebody of the subscription is alive, and says until when nothing of it may lapse: for one lock-duration
-- after a time in which nobody could beat (Redis was away) or after the clock went back.
local function beat(prefix, sub, lock)
  redis.call('HDEL', prefix .. 'meta', '') -- frees nothing, but lets the writes after it pass where memory is short
  local t, meta = now(), redis.call('HMGET', prefix .. 'meta', 'beat:' .. sub, 'grace:' .. sub)
  local last, grace = tonumber(meta[1] or t), tonumber(meta[2] or 0)
  if t - last > lock / 2 or t < last - 1000 then
    grace = t + lock
    redis.call('HSET', prefix .. 'meta', 'grace:' .. sub, grace)
  end
  redis.call('HSET', prefix .. 'meta', 'beat:' .. sub, t)
  return t, grace
end

local function lease(text, t, grace)
  local deadline, lock, number, clean, run, tokens = string.match(text, '^(%d+) (%d+) (%d+) (%S+) (%d+) ?(.*)$')
  local record = { deadline = tonumber(deadline), lock = tonumber(lock), number = tonumber(number), clean = clean,
    run = tonumber(run), tokens = tokens }
  record.live = record.deadline > t or t < grace
  return record
end

local function lease_of(prefix, sub, consumer, t, grace)
  local text = redis.call('HGET', prefix .. 'flight:' .. sub, consumer)
  return text and lease(text, t, grace) or nil
end

-- Where an inbox's group has to begin again: nothing after it is known to have been handed out.
local function lowest_clean(prefix, sub)
  local lowest = nil
  for _, text in ipairs(redis.call('HVALS', prefix .. 'flight:' .. sub)) do
    local clean = lease(text, 0, 0).clean
    if not lowest or before(clean, lowest) then lowest = clean end
  end
  return lowest or '0-0'
end

-- Where a lost inbox has to be filled from again: before every copy that is listed, and before every one that may be an
-- orphan, handed out by a reply that was lost and not swept yet.
local function lowest_held(prefix, sub)
  local lowest = lowest_clean(prefix, sub)
  local tidy = redis.call('HGET', prefix .. 'stats:' .. sub, 'tidy') or '0-0'
  if before(tidy, lowest) then lowest = tidy end
  for _, text in ipairs(redis.call('HVALS', prefix .. 'flight:' .. sub)) do
    for id in string.gmatch(lease(text, 0, 0).tokens .. ' ', '(%d+-%d+)!? ') do
      if not before(lowest, id) then lowest = predecessor(id) end
    end
  end
  return lowest
end
