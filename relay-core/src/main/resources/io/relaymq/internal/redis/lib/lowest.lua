-- The lowest of many ids, without sorting all of them. An id is { milliseconds, sequence, text }.
local SAMPLE = 64

local function lower(a, b)
  if a[1] == b[1] then return a[2] < b[2] end
  return a[1] < b[1]
end

-- Sorted, each once, at most so many; and the id up to which they are complete, nil if these are all.
local function lowest(ids, most)
  local cut = nil
  while #ids > most do
    local sample, low = {}, {}
    for i = 1, SAMPLE do sample[i] = ids[math.ceil(i * #ids / SAMPLE)] end
    table.sort(sample, lower)
    cut = sample[math.max(1, math.floor(SAMPLE * most / #ids))]
    for _, one in ipairs(ids) do
      if not lower(cut, one) then low[#low + 1] = one end
    end
    if #low == #ids then break end -- one and the same id, many times
    ids = low
  end
  table.sort(ids, lower)
  return ids, cut
end
