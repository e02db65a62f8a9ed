--@include ids
--@include matching
--@include definition
--@include waiting
--@include drops
-- A subscription whose history is being copied has no copies yet: what the trim takes before the copy is a drop.
local function drop_uncopied(prefix, sub, doomed, newest)
  local def, n, first, last = definition(prefix, sub), 0, nil, nil
  for _, entry in ipairs(doomed) do
    if before(def.cursor, entry[1]) then
      def.cursor = entry[1]
      if any_matches(patterns_at(def, entry[1]), (split((entry_fields(entry))))) then
        n, first, last = n + 1, first or entry[1], entry[1]
      end
    end
  end
  store_definition(prefix, sub, def)
  if n > 0 then count_drops(prefix, sub, n, first, last, newest) end
  return n
end
