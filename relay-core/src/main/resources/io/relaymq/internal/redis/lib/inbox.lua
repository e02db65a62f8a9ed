-- A new, empty inbox: nobody has been handed anything of it, and it may get copies that are older than any.
local function new_inbox(prefix, sub)
  local inbox = prefix .. 'inbox:' .. sub
  redis.call('DEL', inbox)
  redis.call('XGROUP', 'CREATE', inbox, 'relay', '0-0', 'MKSTREAM')
  redis.call('ZADD', prefix .. 'unread', 0, sub)
  redis.call('HDEL', prefix .. 'stats:' .. sub, 'tidy')
end
