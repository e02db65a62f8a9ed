--@include lease
--@include lowest
-- Who lives and who holds what, from the records of 'flight': clean = lowest clean of the living (the frontier if nobody
-- lives); listed = inbox ids on a live list, after a position, as { ms, sequence, id }; started[id] = dead consumer that had started it;
-- claimed['id consumer run'] = 'started' or 'listed'; dead = names of those whose lease lapsed; a dead one's record.last =
-- the last copy it had started.
local function note_tokens(found, consumer, record)
  for token in string.gmatch(record.tokens, '%S+') do
    local id, ms, seq, run, mark = string.match(token, '^((%d+)%-(%d+))/?(%d*)(!?)$')
    if run ~= '' then
      found.claimed[id .. ' ' .. consumer .. ' ' .. run] = mark == '!' and 'started' or 'listed'
    elseif record.live then
      local one = { tonumber(ms), tonumber(seq), id }
      if not found.after or lower(found.after, one) then found.listed[#found.listed + 1] = one end
    elseif mark == '!' then
      found.started[id] = consumer
      if not record.last or before(record.last, id) then record.last = id end
    end
  end
end

local function census(flight, frontier, t, grace, after)
  local found = { records = {}, clean = frontier, listed = {}, started = {}, claimed = {}, dead = {}, after = after }
  local all = redis.call('HGETALL', flight)
  for i = 1, #all, 2 do
    local consumer, record = all[i], lease(all[i + 1], t, grace)
    if record.deadline > t + record.lock then -- the clock went back since it was written
      record.deadline = t + record.lock
      redis.call('HSET', flight, consumer, (string.gsub(all[i + 1], '^%d+', string.format('%.0f', record.deadline))))
    end
    found.records[consumer] = record
    if not record.live then
      found.dead[#found.dead + 1] = consumer
    elseif before(record.clean, found.clean) then
      found.clean = record.clean
    end
    note_tokens(found, consumer, record)
  end
  return found
end
