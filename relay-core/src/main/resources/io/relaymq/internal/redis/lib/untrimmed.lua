-- The id after which copies are those of the log, which a trim takes: the frontier, or the last of the retained values that came
-- before it. lib/ids is needed.
local function after_retained(prefix, sub, frontier)
  local row = redis.call('HGET', prefix .. 'subs', sub)
  local last = row and string.find(row, ' retained=', 1, true) and string.match(row, ' retained=[^ ,]+,(%S+)')
  return last and before(frontier, last) and last or frontier
end
