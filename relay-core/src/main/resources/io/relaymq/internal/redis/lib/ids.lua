-- Message ids are the log's stream ids, 'milliseconds-sequence'.
local function millis(id)
  return tonumber(string.match(id, '^%d+'))
end

local function before(a, b)
  local ams, aseq = string.match(a, '^(%d+)-(%d+)$')
  local bms, bseq = string.match(b, '^(%d+)-(%d+)$')
  if ams == bms then
    return tonumber(aseq) < tonumber(bseq)
  end
  return tonumber(ams) < tonumber(bms)
end
