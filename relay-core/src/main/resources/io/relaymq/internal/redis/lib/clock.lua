-- The server's time in milliseconds. What processes share is judged by this clock and no other.
local function now()
  local t = redis.call('TIME')
  return t[1] * 1000 + math.floor(t[2] / 1000)
end
