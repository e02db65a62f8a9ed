--@include census
--@include lowest
-- A pass over many listed ids takes several calls: 'sweeping' of 'stats' is 'id time', how far the last call came and when
-- the pass began.
local LISTED = 4000

-- The census with what this call looks at: listed = the lowest after 'at', sorted; cut = where it ends, nil if at the end.
local function window(flight, stats, frontier, t, grace)
  local at, ms, seq, began = string.match(redis.call('HGET', stats, 'sweeping') or '', '^((%d+)%-(%d+)) (%d+)$')
  local found = census(flight, frontier, t, grace, at and { tonumber(ms), tonumber(seq), at })
  local listed, cut = lowest(found.listed, LISTED)
  found.at, found.began, found.listed = at, tonumber(began or t), listed
  if cut and not before(found.clean, cut[3]) then found.cut = cut[3] end
  return found
end

local function go_on_after(stats, found)
  redis.call('HSET', stats, 'sweeping', string.format('%s %.0f', found.cut, found.began))
end

-- A pass that took longer than a lock-duration says nothing of those who died in it.
local function end_pass(flight, stats, found, t, lock)
  redis.call('HDEL', stats, 'sweeping')
  redis.call('HSET', stats, 'swept', t)
  if found.began < t - lock then return end
  redis.call('HSET', stats, 'tidy', found.clean) -- up to there nothing is an orphan
  for _, consumer in ipairs(found.dead) do
    local record = found.records[consumer]
    local evidence = record.last and before(found.clean, record.last) -- of a copy that is swept later
    if record.deadline < t - record.lock and not evidence then redis.call('HDEL', flight, consumer) end
  end
end
