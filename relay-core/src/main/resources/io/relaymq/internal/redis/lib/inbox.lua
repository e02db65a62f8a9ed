--@include bounds
local function begin_reading(prefix, sub, frontier)
  redis.call('XGROUP', 'CREATE', prefix .. 'inbox:' .. sub, 'relay', frontier, 'MKSTREAM')
  lower_bound(prefix, sub)
  redis.call('HDEL', prefix .. 'stats:' .. sub, 'tidy')
end

-- A new, empty inbox: nobody has been handed anything of it, and it may get copies that are older than any.
local function new_inbox(prefix, sub)
  redis.call('DEL', prefix .. 'inbox:' .. sub)
  begin_reading(prefix, sub, '0-0')
end

-- What was taken from 'wait' in the life before is anybody's, and its leases are over.
local function make_due_again(prefix, sub)
  for _, id in ipairs(redis.call('HKEYS', prefix .. 'taken:' .. sub)) do
    redis.call('ZADD', prefix .. 'due:' .. sub, 0, id)
  end
  redis.call('DEL', prefix .. 'taken:' .. sub, prefix .. 'flight:' .. sub)
end
