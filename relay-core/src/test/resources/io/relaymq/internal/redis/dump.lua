-- Every key of a broadcast but the test's clock, a line for each element. Searches the key space: for tests only.
local prefix, lines, seen, cursor = KEYS[1], {}, {}, '0'
local function add(...) lines[#lines + 1] = string.gsub(table.concat({ ... }, ' '), '\n', '|') end

local shows = {}
function shows.hash(key, name)
  local all = redis.call('HGETALL', key)
  for i = 1, #all, 2 do add(name .. '[' .. all[i] .. ']', '=', all[i + 1]) end
end
function shows.zset(key, name)
  local all = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
  for i = 1, #all, 2 do add(name, all[i], '@', all[i + 1]) end
end
function shows.stream(key, name)
  for _, entry in ipairs(redis.call('XRANGE', key, '-', '+')) do
    local fields = {}
    for i = 1, #entry[2], 2 do fields[#fields + 1] = entry[2][i] .. '=' .. entry[2][i + 1] end
    add(name, string.sub(name, 1, 5) == 'dead:' and '*' or entry[1], table.concat(fields, ' '))
  end
  for _, group in ipairs(redis.call('XINFO', 'GROUPS', key)) do
    for i = 1, #group, 2 do
      if group[i] == 'last-delivered-id' then add(name, 'read up to', group[i + 1]) end
    end
  end
end
function shows.string(key, name) if name ~= 'clock' then add(name, '=', redis.call('GET', key)) end end

repeat
  local page = redis.call('SCAN', cursor, 'MATCH', prefix .. '*', 'COUNT', 1000)
  cursor = page[1]
  for _, key in ipairs(page[2]) do
    if not seen[key] then
      seen[key] = true
      shows[redis.call('TYPE', key).ok](key, string.sub(key, #prefix + 1))
    end
  end
until cursor == '0'
return lines
