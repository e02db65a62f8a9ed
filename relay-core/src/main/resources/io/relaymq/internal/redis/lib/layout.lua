-- A broadcast of a layout that these scripts do not know is left as it is. Returns from the script that includes this.
local layout = redis.call('HGET', KEYS[1] .. 'meta', 'v')
if layout and layout ~= '1' then return redis.error_reply('UNKNOWN_LAYOUT ' .. layout) end
