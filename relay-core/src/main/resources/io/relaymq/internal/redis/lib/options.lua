--@include clock
--@include ids
--@include drops
local FAR = 1e15 -- ms; no time to live and no window is longer

-- What is asked for, or nil and the error. first = what an earlier publish with this key was told, false if there was none;
-- retain = for how long it is its subject's value, 0 = without end, nil = not at all.
local function option_of(prefix, asked, wanted)
  local ttl, retain, need, window, key = string.match(asked, '^(%d+),?(%d*) ([01]) (%d+) (.*)$')
  if not ttl or key ~= '' and tonumber(window) == 0 then return nil, 'INVALID_OPTIONS' end
  local first = key ~= '' and redis.call('GET', prefix .. 'dedup:' .. key)
  if need == '1' and wanted == '' and not first then return nil, 'NO_SUBSCRIBERS' end
  return { ttl = math.min(tonumber(ttl), FAR), window = math.min(tonumber(window), FAR), key = key, first = first,
    retain = tonumber(retain) and math.min(tonumber(retain), FAR) }
end

-- Why it cannot be its subject's value, or nil. others = messages before it that may want room too.
local function value_fault(prefix, option, subject, data, others)
  if not option.retain or option.first or data == '' then return nil end
  --@include retained
  return not has_room(prefix, subject, others) and 'RETAINED_FULL ' .. RETAINED or nil
end

-- A publish with options: a time to live (counted from option.from, if it was due then), an idempotency key. Returns id,
-- copies, 1 if it is a duplicate else 0.
local function append(prefix, option, s, h, d, targets, drops, missing)
  local seen = prefix .. 'dedup:' .. option.key
  local first = option.first or option.key ~= '' and redis.call('GET', seen) -- the same key twice in one batch
  if first then
    local id, n = string.match(first, '^(%S+) (%d+)$')
    return id, tonumber(n), 1
  end
  local id, n, from, expiry = nil, 0, option.from or now(), nil
  if option.ttl > 0 then
    expiry = string.format('%.0f', from + option.ttl)
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
  if option.retain then
    --@include retained
    local over = math.min(option.retain > 0 and from + option.retain or FAR, tonumber(expiry or FAR))
    retain(prefix, id, s, h, d, over < FAR and over or nil)
  end
  if option.key ~= '' then redis.call('SET', seen, id .. ' ' .. n, 'PX', option.window) end
  return id, n, 0
end
