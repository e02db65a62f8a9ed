-- What a consumer holds is named by a token: 'id' for a copy in the inbox, 'id/run' for one taken from 'wait'.
local function id_and_run(token)
  return string.match(token, '^([^/]+)/?(.*)$')
end

-- Does the consumer still own this delivery? A copy in the inbox is anybody's who was handed it.
local function owns(prefix, sub, consumer, id, run)
  return redis.call('HGET', prefix .. 'taken:' .. sub, id) == consumer .. ' ' .. run
end
