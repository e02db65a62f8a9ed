-- The id after which copies are those of the log, which a trim takes: the frontier, or the last of the retained values that came
-- before it. lib/ids is needed.
local function after_retained(prefix, sub, frontier)
  local last = string.match(redis.call('HGET', prefix .. 'subs', sub) or '', ' retained=[^ ,]+,(%S+)')
  return last and before(frontier, last) and last or frontier
end
