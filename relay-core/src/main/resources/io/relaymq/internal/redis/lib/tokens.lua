-- What a consumer holds is named by a token: 'id' for a copy in the inbox, 'id/run' for one taken from 'wait'.
local function id_and_run(token)
  return string.match(token, '^([^/]+)/?(.*)$')
end

-- Counts results that came late, unless they were sent before: then it may be their first sending that was in time.
-- Returns how many.
local function count_late(prefix, sub, n, sent_before)
  if n == 0 or sent_before then return 0 end
  if redis.call('HEXISTS', prefix .. 'subs', sub) == 1 then
    redis.call('HINCRBY', prefix .. 'stats:' .. sub, 'late', n)
  end
  return n
end

-- Does the consumer still own this delivery? A copy in the inbox is anybody's who was handed it.
local function owns(prefix, sub, consumer, id, run)
  return redis.call('HGET', prefix .. 'taken:' .. sub, id) == consumer .. ' ' .. run
end
