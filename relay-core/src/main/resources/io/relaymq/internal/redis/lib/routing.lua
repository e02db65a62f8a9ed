--@include matching
--@include whole
-- Which subscriptions want a subject? Built on lib/grammar and lib/routes' rows.
local ROWS_AT_ONCE = 500
local X = 120 -- a literal's place in a shape
local whole = nil

-- The row of a subject by a shape, or nil if it has too few segments for that, or too many. Each segment of a shape but '##'
-- is one character: what does not fit costs next to nothing.
local function row_for(shape, subject, n)
  local hash = string.find(shape, '#', 1, true)
  local last = hash and string.find(shape, '#', hash + 1, true) or hash
  local head, tail = hash and (hash - 1) / 2 or (#shape + 1) / 2, hash and (#shape - last) / 2 or 0
  if n < head + tail or not hash and n > head then return nil end
  local row = {}
  for i = 1, head do
    row[i] = string.byte(shape, 2 * i - 1) == X and subject[i] or '*'
  end
  if hash then row[head + 1] = string.sub(shape, hash, last) end
  for i = 1, tail do
    row[head + 1 + i] = string.byte(shape, last + 2 * i) == X and subject[n - tail + i] or '*'
  end
  return table.concat(row, '.')
end

local function route(prefix, text)
  whole = whole or routes_are_whole(prefix)
  if not whole then
    --@include rebuild
    rebuild_routes(prefix)
    whole = true
  end
  local subject, n = split(text)
  local rows, wanted, refused, result = {}, {}, {}, {}
  for _, shape in ipairs(redis.call('HKEYS', prefix .. 'shapes')) do
    rows[#rows + 1] = row_for(shape, subject, n)
  end
  for from = 1, #rows, ROWS_AT_ONCE do
    local to = math.min(from + ROWS_AT_ONCE - 1, #rows)
    for _, value in ipairs(redis.call('HMGET', prefix .. 'routes', unpack(rows, from, to))) do
      for entry in string.gmatch(value or '', '%S+') do
        local excluded, sub, verify = string.match(entry, '^(!?)([^=]+)=?(.*)$')
        if verify == '' or matches(split(verify), subject) then
          if excluded == '!' then refused[sub] = true else wanted[#wanted + 1] = sub end
        end
      end
    end
  end
  for _, sub in ipairs(wanted) do
    if not refused[sub] then
      refused[sub] = true
      result[#result + 1] = sub
    end
  end
  return result
end
