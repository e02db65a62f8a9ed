-- Deliveries that run again. 'wait': id -> 'subject-length headers-length\n' subject headers data;
-- 'due': id -> time; 'taken': id -> 'consumer run' while one works on it; 'tries': id -> 'attempts stalls first-time'.
local function entry_fields(entry)
  local fields = {}
  for i = 1, #entry[2], 2 do fields[entry[2][i]] = entry[2][i + 1] end
  return fields['s'] or '', fields['h'] or '', fields['d'] or ''
end

-- The first write is one that frees memory: a script whose first write takes some is refused where memory is short, and
-- what moves a delivery from one key to another has to go on then.
local function put_waiting(prefix, sub, id, s, h, d, due)
  redis.call('HDEL', prefix .. 'taken:' .. sub, id)
  redis.call('HSET', prefix .. 'wait:' .. sub, id, #s .. ' ' .. #h .. '\n' .. s .. h .. d)
  redis.call('ZADD', prefix .. 'due:' .. sub, due, id)
end

local function waiting(prefix, sub, id)
  local value = redis.call('HGET', prefix .. 'wait:' .. sub, id)
  if not value then return nil end
  local slen, hlen, at = string.match(value, '^(%d+) (%d+)\n()')
  local h, d = at + slen, at + slen + hlen
  return string.sub(value, at, h - 1), string.sub(value, h, d - 1), string.sub(value, d)
end

local function forget_waiting(prefix, sub, id)
  redis.call('HDEL', prefix .. 'wait:' .. sub, id)
  redis.call('HDEL', prefix .. 'tries:' .. sub, id)
  redis.call('ZREM', prefix .. 'due:' .. sub, id)
  redis.call('HDEL', prefix .. 'taken:' .. sub, id)
end

local function tries_of(prefix, sub, id)
  local text = redis.call('HGET', prefix .. 'tries:' .. sub, id)
  local attempts, stalls, first = string.match(text or '0 0 0', '^(%d+) (%d+) (%d+)$')
  return tonumber(attempts), tonumber(stalls), tonumber(first)
end

local function bury(prefix, sub, id, s, h, d, cause, detail, attempts, stalls, first, t, consumer)
  redis.call('HDEL', prefix .. 'taken:' .. sub, id)
  redis.call('XADD', prefix .. 'dead:' .. sub, '*', 'i', id, 's', s, 'd', d, 'h', h, 'cause', cause, 'detail', detail,
    'attempts', attempts, 'stalls', stalls, 'first', first > 0 and first or t, 'last', t, 'consumer', consumer)
  redis.call('HINCRBY', prefix .. 'stats:' .. sub, 'dead', 1)
end
