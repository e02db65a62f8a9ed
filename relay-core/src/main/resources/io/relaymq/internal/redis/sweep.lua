-- Makes due again what nobody works on: copies that were handed out and are on no live consumer's list, and deliveries
-- whose owner died or never got them. Bounded, also by the listed ids that one call passes; a listed body is never read.
--
-- KEYS[1]  prefix of the broadcast
-- ARGV     1 subscription, 2 epoch, 3 lock-duration ms, 4 most orphans to move, 5 max-stalled-count,
--          6 least ms since the last sweep, 7 most dead letters to keep
-- RETURNS  { OK | JOIN | GRACE | EARLY, made due, stalls counted, dead-lettered as stalled, 1 if more are left else 0 }
--@include layout
--@include definition
--@include frontier
--@include window
--@include stalls
--@include mend
local prefix, sub, epoch, lock, limit, most, interval, letters =
  KEYS[1], ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6]), ARGV[7]
if not same_epoch(prefix, sub, epoch) then return { 'JOIN', 0, 0, 0, 0 } end
local inbox, flight, stats = prefix .. 'inbox:' .. sub, prefix .. 'flight:' .. sub, prefix .. 'stats:' .. sub
local t, grace = beat(prefix, sub, lock)
if t < grace then
  census(flight, '0-0', t, grace) -- cuts what deadlines a step back of the clock left far away
  return { 'GRACE', 0, 0, 0, 0 }
end
local swept = tonumber(redis.call('HGET', stats, 'swept') or 0)
if swept <= t and t - swept < interval then return { 'EARLY', 0, 0, 0, 0 } end
local frontier = frontier_of(inbox)
if not frontier then return { 'JOIN', 0, 0, 0, 0 } end
local mended, unmended = mend(prefix, sub, t)
local found = window(flight, stats, frontier, t, grace)
local due, stalls, buried, more = 0, 0, 0, unmended
-- A stall needs evidence: its consumer's lease lapsed and it had started as far as the consumer's last list says.
local function survives(id, consumer, evidence, body)
  if not evidence then return true end
  stalls = stalls + 1
  if not stalled_too_often(prefix, sub, id, consumer, most, letters, t, body) then return true end
  buried = buried + 1
  return false
end

local function next_due()
  due = due + 1
  return t - 1 + math.min(due, 1023) / 1024
end

local function sweep_gap(from, to)
  while due + buried < limit do
    local entry = redis.call('XRANGE', inbox, from, to, 'COUNT', 1)[1]
    if not entry then return end
    local id, s, h, d, x = entry[1], entry_fields(entry)
    if survives(id, found.started[id], found.started[id], function() return s, h, d end) then
      put_waiting(prefix, sub, id, s, h, d, x, next_due())
    end
    redis.call('XDEL', inbox, id)
    from = '(' .. id
  end
  more = true
end

local from = found.at and '(' .. found.at or '-'
for _, one in ipairs(found.listed) do
  if before(found.clean, one[3]) then break end
  sweep_gap(from, '(' .. one[3])
  from = '(' .. one[3]
end
if not found.cut then sweep_gap(from, found.clean) end
if found.cut and not more then
  go_on_after(stats, found)
  more = true
end

local taken = found.cut and {} or redis.call('HGETALL', prefix .. 'taken:' .. sub)
for i = 1, #taken, 2 do
  more = more or due + buried >= limit
  if due + buried >= limit then break end
  local id, consumer, run = taken[i], string.match(taken[i + 1], '^(%S+) (%d+)$')
  local record, claim = found.records[consumer], found.claimed[id .. ' ' .. taken[i + 1]]
  local live = record and record.live
  if not (live and (claim or tonumber(run) > record.run)) then
    redis.call('HDEL', prefix .. 'taken:' .. sub, id)
    local started = record and (claim == 'started' or not claim and tonumber(run) > record.run)
    if survives(id, consumer, not live and started, function() return body_of(prefix, sub, id) end) then
      redis.call('ZADD', prefix .. 'due:' .. sub, next_due(), id)
    end
  end
end

if not more then end_pass(flight, stats, found, t, lock) end
return { 'OK', due + mended, stalls, buried, more and 1 or 0 }
