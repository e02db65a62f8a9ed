-- The oldest messages of the log before an end ('+' or '(id'), at most n: how many there are, and the id of the last one.
-- Page by page, for their bodies may be large.
local function oldest(prefix, n, stop)
  local from, count, last = '-', 0, nil
  while count < n do
    local page = redis.call('XRANGE', prefix .. 'log', from, stop, 'COUNT', math.min(50, n - count))
    if #page == 0 then break end
    count, last = count + #page, page[#page][1]
    from = '(' .. last
  end
  return count, last
end
