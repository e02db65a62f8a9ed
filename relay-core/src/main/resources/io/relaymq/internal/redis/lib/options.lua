--@include clock
--@include ids
--@include drops
-- A publish with options: a time to live, an idempotency key. Returns id, copies, 1 if it is a duplicate else 0.
local function append(prefix, option, s, h, d, targets, drops, missing)
  local seen = prefix .. 'dedup:' .. option.key
  local first = option.key ~= '' and redis.call('GET', seen)
  if first then
    local id, n = string.match(first, '^(%S+) (%d+)$')
    return id, tonumber(n), 1
  end
  local id, n, expiry = nil, 0, nil
  if option.ttl > 0 then
    expiry = string.format('%.0f', now() + option.ttl)
    id = redis.call('XADD', prefix .. 'log', '*', 's', s, 'd', d, 'h', h, 'x', expiry)
  else
    id = redis.call('XADD', prefix .. 'log', '*', 's', s, 'd', d, 'h', h)
  end
  for sub in string.gmatch(targets, '[^,]+') do
    local inbox, reply = prefix .. 'inbox:' .. sub, nil
    if expiry then
      reply = redis.pcall('XADD', inbox, 'NOMKSTREAM', id, 's', s, 'd', d, 'h', h, 'x', expiry)
    else
      reply = redis.pcall('XADD', inbox, 'NOMKSTREAM', id, 's', s, 'd', d, 'h', h)
    end
    if type(reply) == 'string' then n = n + 1 else count_missing(prefix, sub, id, drops, missing) end
  end
  if option.key ~= '' then redis.call('SET', seen, id .. ' ' .. n, 'PX', option.window) end
  return id, n, 0
end
