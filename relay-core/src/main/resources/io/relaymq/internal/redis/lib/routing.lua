--@include matching
--@include whole
-- Which subscriptions want a subject? Built on lib/grammar and lib/routes' rows.
local ROWS_AT_ONCE = 500
local whole = nil

local function row_for(shape, subject, n)
  local segments, length = split(shape)
  local head = length
  for i = 1, length do
    if segments[i] == '#' or segments[i] == '##' then head = i - 1 end
  end
  local tail = length - head - 1
  if head == length and n ~= length or head < length and n < head + tail then return nil end
  for i = 1, head do
    if segments[i] == 'x' then segments[i] = subject[i] end
  end
  for i = 0, tail - 1 do
    if segments[length - i] == 'x' then segments[length - i] = subject[n - i] end
  end
  return table.concat(segments, '.')
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
