-- Deliveries that run again. 'wait': id -> 'subject-length headers-length expiry\n' subject headers data;
-- 'due': id -> time; 'taken': id -> 'consumer run' while one works on it; 'tries': id -> 'attempts stalls
-- first-time replays'. expiry: server time in ms after which it is not delivered, 0 = never.
local function entry_fields(entry)
  local fields = {}
  for i = 1, #entry[2], 2 do fields[entry[2][i]] = entry[2][i + 1] end
  return fields['s'] or '', fields['h'] or '', fields['d'] or '', tonumber(fields['x'] or 0)
end

-- The first write is one that frees memory: a script whose first write takes some is refused where memory is short, and
-- what moves a delivery from one key to another has to go on then.
local function put_waiting(prefix, sub, id, s, h, d, x, due)
  redis.call('HDEL', prefix .. 'taken:' .. sub, id)
  redis.call('HSET', prefix .. 'wait:' .. sub, id, string.format('%d %d %.0f\n', #s, #h, x) .. s .. h .. d)
  redis.call('ZADD', prefix .. 'due:' .. sub, due, id)
end

local function waiting(prefix, sub, id)
  local value = redis.call('HGET', prefix .. 'wait:' .. sub, id)
  if not value then return nil end
  local slen, hlen, x, at = string.match(value, '^(%d+) (%d+) (%d+)\n()')
  local h, d = at + slen, at + slen + hlen
  return string.sub(value, at, h - 1), string.sub(value, h, d - 1), string.sub(value, d), tonumber(x)
end

-- The body of a delivery that runs again; that of the log if somebody has deleted it from 'wait'. nil if it is in neither.
local function body_of(prefix, sub, id)
  local s, h, d, x = waiting(prefix, sub, id)
  if s then return s, h, d, x end
  local entry = redis.call('XRANGE', prefix .. 'log', id, id)[1]
  if entry then return entry_fields(entry) end
end

local function forget_waiting(prefix, sub, id)
  redis.call('HDEL', prefix .. 'wait:' .. sub, id)
  redis.call('HDEL', prefix .. 'tries:' .. sub, id)
  redis.call('ZREM', prefix .. 'due:' .. sub, id)
  redis.call('HDEL', prefix .. 'taken:' .. sub, id)
end

local function tries_of(prefix, sub, id)
  local text = redis.call('HGET', prefix .. 'tries:' .. sub, id)
  local attempts, stalls, first, replays = string.match(text or '0 0 0 0', '^(%d+) (%d+) (%d+) (%d+)$')
  return tonumber(attempts), tonumber(stalls), tonumber(first), tonumber(replays)
end

local function put_tries(prefix, sub, id, attempts, stalls, first, replays)
  redis.call('HSET', prefix .. 'tries:' .. sub, id, string.format('%.0f %.0f %.0f %.0f', attempts, stalls, first, replays))
end

-- Makes a dead letter and forgets its tries. The oldest go if there are more than most, at most a thousand at once; they
-- are counted.
local function bury(prefix, sub, id, s, h, d, cause, detail, tries, t, consumer, most)
  local dead, stats = prefix .. 'dead:' .. sub, prefix .. 'stats:' .. sub
  redis.call('HDEL', prefix .. 'taken:' .. sub, id)
  redis.call('XADD', dead, '*', 'i', id, 's', s, 'd', d, 'h', h, 'cause', cause, 'detail', detail,
    'attempts', tries.attempts, 'stalls', tries.stalls, 'first', tries.first, 'last', t, 'consumer', consumer,
    'replays', tries.replays)
  redis.call('HINCRBY', stats, 'dead', 1)
  local dropped = redis.call('XTRIM', dead, 'MAXLEN', math.max(most, redis.call('XLEN', dead) - 1000))
  if dropped > 0 then redis.call('HINCRBY', stats, 'dead-dropped', dropped) end
  forget_waiting(prefix, sub, id)
end
