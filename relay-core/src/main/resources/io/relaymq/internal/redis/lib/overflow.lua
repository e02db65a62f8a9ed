--@include ids
--@include definition
--@include frontier
-- Overflow policy 'reject': the subscription of which a trim to the cap would take unread messages, or nil.
local function overflow(prefix, max, count, copying)
  if not max or max == 0 then return nil end
  local over = redis.call('XLEN', prefix .. 'log') + count - max
  if over <= 0 then return nil end
  local doomed = redis.call('XRANGE', prefix .. 'log', '-', '+', 'COUNT', math.min(over, 1000))
  local last = #doomed > 0 and doomed[#doomed][1]
  if not last then return nil end
  for sub in string.gmatch(copying or '', '[^,]+') do
    if before(definition(prefix, sub).cursor, last) then return sub end
  end
  for _, sub in ipairs(redis.call('ZRANGEBYSCORE', prefix .. 'unread', '-inf', millis(last), 'LIMIT', 0, 1000)) do
    local inbox = prefix .. 'inbox:' .. sub
    local frontier = frontier_of(inbox)
    if frontier and redis.call('XRANGE', inbox, '(' .. frontier, last, 'COUNT', 1)[1] then return sub end
  end
end
