--@include matching
-- Routes by shape. A row is a canonical pattern; its shape is the row with every literal replaced by 'x'.
-- To route a subject, one row is built for each known shape and all are looked up at once.
-- A row's value lists 'sub' or '!sub' (an exclusion), separated by blanks. Patterns with two or more '#' share
-- the row 'head.##.tail' and are verified: their entries read 'sub=pattern'.
local function row_of(pattern)
  local segments, first, last = canonical(pattern), nil, nil
  for i, segment in ipairs(segments) do
    if segment == '#' then first, last = first or i, i end
  end
  if first == last then return table.concat(segments, '.'), nil end
  local row = {}
  for i = 1, first - 1 do row[#row + 1] = segments[i] end
  row[#row + 1] = '##'
  for i = last + 1, #segments do row[#row + 1] = segments[i] end
  return table.concat(row, '.'), table.concat(segments, '.')
end

local function shape_of(row)
  local shape = {}
  for i, segment in ipairs((split(row))) do
    shape[i] = (segment == '*' or segment == '#' or segment == '##') and segment or 'x'
  end
  return table.concat(shape, '.')
end

-- Calls change(row, entry) for each pattern; a list of exclusions alone means everything but those.
local function each_entry(sub, patterns, change)
  local positive = false
  for _, pattern in ipairs(patterns) do
    local excluded = string.sub(pattern, 1, 1) == '!'
    positive = positive or not excluded
    local row, verify = row_of(excluded and string.sub(pattern, 2) or pattern)
    change(row, (excluded and '!' or '') .. sub .. (verify and '=' .. verify or ''))
  end
  if not positive then change('*.#', sub) end
end

local function add_routes(prefix, sub, patterns)
  each_entry(sub, patterns, function(row, entry)
    local old = redis.call('HGET', prefix .. 'routes', row)
    if not old then
      redis.call('HINCRBY', prefix .. 'shapes', shape_of(row), 1)
      redis.call('HSET', prefix .. 'routes', row, entry)
    elseif not string.find(' ' .. old .. ' ', ' ' .. entry .. ' ', 1, true) then
      redis.call('HSET', prefix .. 'routes', row, old .. ' ' .. entry)
    end
  end)
end

local function remove_entry(prefix, row, entry)
  local rest = {}
  for one in string.gmatch(redis.call('HGET', prefix .. 'routes', row) or entry, '%S+') do
    if one ~= entry then rest[#rest + 1] = one end
  end
  if #rest > 0 then
    redis.call('HSET', prefix .. 'routes', row, table.concat(rest, ' '))
  elseif redis.call('HDEL', prefix .. 'routes', row) == 1 and redis.call('HINCRBY', prefix .. 'shapes', shape_of(row), -1) <= 0 then
    redis.call('HDEL', prefix .. 'shapes', shape_of(row))
  end
end

local function remove_routes(prefix, sub, patterns)
  each_entry(sub, patterns, function(row, entry) remove_entry(prefix, row, entry) end)
end
