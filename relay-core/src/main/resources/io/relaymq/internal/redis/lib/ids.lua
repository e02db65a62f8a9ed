-- Message ids are the log's stream ids, 'milliseconds-sequence'.
local function millis(id)
  return tonumber(string.match(id, '^%d+'))
end

-- The greatest id before this one.
local function predecessor(id)
  local ms, seq = string.match(id, '^(%d+)-(%d+)$')
  if tonumber(seq) > 0 then return ms .. '-' .. string.format('%.0f', seq - 1) end
  if tonumber(ms) == 0 then return '0-0' end
  return string.format('%.0f', ms - 1) .. '-18446744073709551615'
end

-- Of today's ids, of thirteen digits, the texts tell.
local function before(a, b)
  if string.byte(a, 14) == 45 and string.byte(b, 14) == 45 then
    if #a == #b or string.sub(a, 1, 13) ~= string.sub(b, 1, 13) then return a < b end
    return #a < #b
  end
  local ams, aseq = string.match(a, '^(%d+)-(%d+)$')
  local bms, bseq = string.match(b, '^(%d+)-(%d+)$')
  if ams == bms then
    return tonumber(aseq) < tonumber(bseq)
  end
  return tonumber(ams) < tonumber(bms)
end
