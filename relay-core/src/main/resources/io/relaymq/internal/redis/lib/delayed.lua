-- Messages that wait to be published. 'delayed': id -> time; 'delayed-bodies': id -> 'subject-length headers-length
-- time-to-live retain\n' (retain '-' = it is no value) subject headers data. An id is 'd', the time at which it was made, '-', and a number that is counted up: so
-- what is due at the same time is published in the order in which it was handed over.
local function new_delayed_id(prefix, t)
  return string.format('d%.0f-%09.0f', t, redis.call('HINCRBY', prefix .. 'meta', 'delays', 1))
end

local function put_delayed(prefix, id, due, s, h, d, option)
  local retain = option.retain and string.format('%.0f', option.retain) or '-'
  redis.call('HSET', prefix .. 'delayed-bodies', id,
    string.format('%d %d %.0f %s\n', #s, #h, option.ttl, retain) .. s .. h .. d)
  redis.call('ZADD', prefix .. 'delayed', due, id)
end

local function delayed(prefix, id)
  local value = redis.call('HGET', prefix .. 'delayed-bodies', id)
  if not value then return nil end
  local slen, hlen, ttl, retain, at = string.match(value, '^(%d+) (%d+) (%d+) (%S+)\n()')
  local h, d = at + slen, at + slen + hlen
  return string.sub(value, at, h - 1), string.sub(value, h, d - 1), string.sub(value, d), tonumber(ttl), tonumber(retain)
end

local function drop_delayed(prefix, id)
  redis.call('HDEL', prefix .. 'delayed-bodies', id)
  return redis.call('ZREM', prefix .. 'delayed', id)
end

-- Milliseconds until the next is due; -1 = none.
local function next_delayed(prefix, t)
  local first = redis.call('ZRANGE', prefix .. 'delayed', 0, 0, 'WITHSCORES')
  return first[2] and math.max(0, first[2] - t) or -1
end
