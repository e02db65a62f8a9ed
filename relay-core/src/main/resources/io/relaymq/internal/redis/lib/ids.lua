-- Message ids are the log's stream ids, 'milliseconds-sequence'.
local function millis(id)
  return tonumber(string.match(id, '^%d+'))
end

-- Sorts in place; each id is taken apart once.
local function sort_ids(ids)
  local ms, seq = {}, {}
  for _, id in ipairs(ids) do
    local m, s = string.match(id, '^(%d+)-(%d+)$')
    ms[id], seq[id] = tonumber(m), tonumber(s)
  end
  table.sort(ids, function(a, b)
    if ms[a] == ms[b] then return seq[a] < seq[b] end
    return ms[a] < ms[b]
  end)
end

-- The greatest id before this one.
local function predecessor(id)
  local ms, seq = string.match(id, '^(%d+)-(%d+)$')
  if tonumber(seq) > 0 then return ms .. '-' .. string.format('%.0f', seq - 1) end
  if tonumber(ms) == 0 then return '0-0' end
  return string.format('%.0f', ms - 1) .. '-18446744073709551615'
end

local function before(a, b)
  local ams, aseq = string.match(a, '^(%d+)-(%d+)$')
  local bms, bseq = string.match(b, '^(%d+)-(%d+)$')
  if ams == bms then
    return tonumber(aseq) < tonumber(bseq)
  end
  return tonumber(ams) < tonumber(bms)
end
