-- max-messages: the log is cut, and the unread copies of what is cut go with it. 'unread' keeps for each subscription a
-- lower bound (milliseconds) of its oldest unread id: only where the cut passes it is there anything to look for.
local LAGGARDS = 1000

-- Cuts the oldest n messages of the log's length; adds to drops[sub].
local function trim(prefix, length, n, newest, copying, drops)
  local log = prefix .. 'log'
  if copying and copying ~= '' then
    --@include uncopied
    for sub in string.gmatch(copying, '[^,]+') do
      local dropped = drop_uncopied(prefix, sub, n)
      if dropped > 0 then drops[sub] = (drops[sub] or 0) + dropped end
    end
  end
  redis.call('XTRIM', log, 'MAXLEN', length - n)
  local cut = redis.call('XRANGE', log, '-', '+', 'COUNT', 1)[1][1]
  local at = string.match(cut, '^%d+')
  local laggards = redis.call('ZRANGEBYSCORE', prefix .. 'unread', '-inf', at, 'LIMIT', 0, LAGGARDS)
  if #laggards == 0 then return end
  --@include unread
  for _, sub in ipairs(laggards) do
    local dropped = drop_unread(prefix, sub, cut, newest)
    if dropped > 0 then drops[sub] = (drops[sub] or 0) + dropped end
  end
end
