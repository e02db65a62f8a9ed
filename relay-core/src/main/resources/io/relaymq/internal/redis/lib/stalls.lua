--@include waiting
-- Counts a stall of a delivery. True if that was one too many: then it is a dead letter now. body() gives subject,
-- headers, data.
local function stalled_too_often(prefix, sub, id, consumer, most, t, body)
  local attempts, stalls, first = tries_of(prefix, sub, id)
  stalls, first = stalls + 1, first > 0 and first or t
  redis.call('HINCRBY', prefix .. 'stats:' .. sub, 'stalled', 1)
  if stalls <= most then
    redis.call('HSET', prefix .. 'tries:' .. sub, id, string.format('%.0f %.0f %.0f', attempts, stalls, first))
    return false
  end
  local s, h, d = body()
  if s then
    bury(prefix, sub, id, s, h, d, 'stalled', 'its consumer died or lost it ' .. stalls .. ' times', attempts, stalls,
      first, t, consumer)
  end
  forget_waiting(prefix, sub, id)
  return true
end
