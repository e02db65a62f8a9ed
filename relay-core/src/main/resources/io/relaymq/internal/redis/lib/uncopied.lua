--@include ids
--@include matching
--@include definition
--@include waiting
--@include drops
--@include missing
-- A subscription whose history is being copied has no copies yet: what the trim takes before the copy is a drop.
-- doomed = how many of the oldest messages go.
local BODIES = 50

local function drop_uncopied(prefix, sub, doomed)
  local def, n, first, last, from = definition(prefix, sub), 0, nil, nil, '-'
  local was_missing = missing_test(prefix, sub)
  while doomed > 0 do
    for _, entry in ipairs(redis.call('XRANGE', prefix .. 'log', from, '+', 'COUNT', math.min(doomed, BODIES))) do
      from = '(' .. entry[1]
      if before(def.cursor, entry[1]) then
        def.cursor = entry[1]
        if not was_missing(entry[1]) and any_matches(patterns_at(def, entry[1]), (split((entry_fields(entry))))) then
          n, first, last = n + 1, first or entry[1], entry[1]
        end
      end
    end
    doomed = doomed - BODIES
  end
  store_definition(prefix, sub, def)
  if n > 0 then count_drops(prefix, sub, n, first, last) end
  return n
end
