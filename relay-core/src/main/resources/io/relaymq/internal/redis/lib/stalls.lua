--@include waiting
-- Counts a stall of a delivery. True if that was one too many: then it is a dead letter now. body() gives subject,
-- headers, data; letters = most dead letters to keep.
local function stalled_too_often(prefix, sub, id, consumer, most, letters, t, body)
  local attempts, stalls, first, replays = tries_of(prefix, sub, id)
  stalls, first = stalls + 1, first > 0 and first or t
  redis.call('HINCRBY', prefix .. 'stats:' .. sub, 'stalled', 1)
  if stalls <= most then
    put_tries(prefix, sub, id, attempts, stalls, first, replays)
    return false
  end
  local s, h, d = body()
  if s then
    local tries = { attempts = attempts, stalls = stalls, first = first, replays = replays }
    bury(prefix, sub, id, s, h, d, 'stalled', 'its consumer died or lost it ' .. stalls .. ' times', tries, t, consumer,
      letters)
  else
    forget_waiting(prefix, sub, id)
  end
  return true
end
