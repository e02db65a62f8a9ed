-- The broadcast's own row. Incarnation and generation are random, never counted up: after a flush or a failover
-- no old value can fit by chance. Settings read 'max-messages max-age-ms overflow[ expire-after-ms]', 0 = none, overflow drop or
-- reject.

-- 'plain' of 'meta' is 'cap generation' as long as a publish has to know no more: it reads this alone. Who asks for the generation of
-- the routes is told it, if it is there. To be written again when anything of it changes.
local function note_plain(prefix)
  local meta = redis.call('HMGET', prefix .. 'meta', 'gen', 'max', 'age', 'overflow', 'copying')
  if meta[1] and meta[2] and meta[3] == '0' and meta[4] == 'drop' and not meta[5] then
    redis.call('HSET', prefix .. 'meta', 'plain', meta[2] .. ' ' .. meta[1])
  else
    redis.call('HDEL', prefix .. 'meta', 'plain')
  end
end

local function new_generation(prefix, nonce)
  redis.call('HSET', prefix .. 'meta', 'gen', nonce)
  note_plain(prefix)
end

local function put_settings(prefix, settings)
  local max, age, overflow, expire = string.match(settings, '^(%d+) (%d+) (%l+) ?(%d*)$')
  if not max then return nil, nil end
  redis.call('HSET', prefix .. 'meta', 'max', max, 'age', age, 'overflow', overflow)
  if tonumber(expire) and tonumber(expire) > 0 then
    redis.call('HSET', prefix .. 'meta', 'expire', expire)
  else
    redis.call('HDEL', prefix .. 'meta', 'expire')
  end
  note_plain(prefix)
  return max, age
end

-- Begins a broadcast if it is new. Returns max-messages and max-age then.
local function found(prefix, nonce, settings)
  if redis.call('HEXISTS', prefix .. 'meta', 'v') == 1 then return end
  redis.call('HSET', prefix .. 'meta', 'v', 1, 'inc', nonce, 'gen', nonce)
  return put_settings(prefix, settings)
end

local function newest_id(prefix)
  local info = redis.pcall('XINFO', 'STREAM', prefix .. 'log')
  if info.err then return '0-0' end
  for i = 1, #info, 2 do
    if info[i] == 'last-generated-id' then return info[i + 1] end
  end
end

-- 'copying' in meta lists the subscriptions whose history is being copied.
local function set_copying(prefix, sub, copying)
  local rest, listed = {}, false
  for one in string.gmatch(redis.call('HGET', prefix .. 'meta', 'copying') or '', '[^,]+') do
    listed = listed or one == sub
    if copying or one ~= sub then rest[#rest + 1] = one end
  end
  if copying and not listed then rest[#rest + 1] = sub end
  if #rest > 0 then
    redis.call('HSET', prefix .. 'meta', 'copying', table.concat(rest, ','))
  else
    redis.call('HDEL', prefix .. 'meta', 'copying')
  end
  note_plain(prefix)
end
