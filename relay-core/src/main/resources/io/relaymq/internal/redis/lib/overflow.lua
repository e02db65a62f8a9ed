--@include ids
--@include definition
--@include frontier
--@include untrimmed
--@include oldest
-- Overflow policy 'reject': the subscription of which the trim to the cap would take unread messages, or nil.
-- fresh = messages of the batch that are no duplicates.
local function overflow(prefix, max, count, fresh, copying, targets)
  local length = redis.call('XLEN', prefix .. 'log')
  local over = max > 0 and fresh > 0 and math.min(length + fresh - max, math.max(1000, 2 * count)) or 0
  for m = 1, over - length do -- a batch longer than the cap takes its own first messages
    if targets[m] ~= '' then return string.match(targets[m], '^[^,]+') end
  end
  local _, last = oldest(prefix, over, '+')
  if not last then return nil end
  for sub in string.gmatch(copying or '', '[^,]+') do
    if before(definition(prefix, sub).cursor, last) then return sub end
  end
  for _, sub in ipairs(redis.call('ZRANGEBYSCORE', prefix .. 'unread', '-inf', millis(last), 'LIMIT', 0, 1000)) do
    local inbox = prefix .. 'inbox:' .. sub
    local frontier = frontier_of(inbox)
    if frontier and redis.call('XRANGE', inbox, '(' .. after_retained(prefix, sub, frontier), last, 'COUNT', 1)[1] then return sub end
  end
end
