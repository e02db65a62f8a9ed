--@include ids
--@include epoch
-- A row of 'subs': 'epoch kind state since cursor replayed [retained=id,end] from=patterns [from=patterns ...]', patterns
-- joined by ','. Before the history come the retained values up to end, copied up to id.
-- state: 'live', or 'copying' while history is copied (cursor = last log id looked at), or 'moving' before that. Up to the id replayed, messages
-- were there before the last seek.
-- A list of patterns holds for the messages after its 'from', up to the next list's.
local function definition(prefix, sub)
  local text = redis.call('HGET', prefix .. 'subs', sub)
  if not text then return nil end
  local def, rest = { versions = {} }, nil
  def.epoch, def.kind, def.state, def.since, def.cursor, def.replayed, rest =
    string.match(text, '^(%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (.*)$')
  for from, patterns in string.gmatch(rest, '([^ =]+)=(%S+)') do
    local list = {}
    for pattern in string.gmatch(patterns, '[^,]+') do list[#list + 1] = pattern end
    if from == 'retained' then
      def.retained, def.retained_end = list[1], list[2]
    else
      def.versions[#def.versions + 1] = { from = from, patterns = list }
    end
  end
  return def
end

local function store_definition(prefix, sub, def)
  local parts = { def.epoch, def.kind, def.state, def.since, def.cursor, def.replayed }
  if def.retained then parts[#parts + 1] = 'retained=' .. def.retained .. ',' .. def.retained_end end
  for _, version in ipairs(def.versions) do
    parts[#parts + 1] = version.from .. '=' .. table.concat(version.patterns, ',')
  end
  redis.call('HSET', prefix .. 'subs', sub, table.concat(parts, ' '))
end

-- The patterns that hold for one message; lib/ids is needed.
local function patterns_at(def, id)
  local patterns = def.versions[1].patterns
  for _, version in ipairs(def.versions) do
    if before(version.from, id) then patterns = version.patterns end
  end
  return patterns
end

local function retained_left(def)
  return def.retained and before(def.retained, def.retained_end)
end
