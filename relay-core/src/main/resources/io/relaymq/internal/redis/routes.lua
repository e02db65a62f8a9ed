-- One page of the route table together with the generation it belongs to. A reader starts again if the generation
-- differs between its pages.
--
-- KEYS[1]  prefix of the broadcast
-- ARGV     1 cursor ('0' first), 2 random value
-- RETURNS  { generation ('' = none), next cursor ('0' = last page), { row, entries, row, entries, ... } }
--@include layout
--@include whole
local prefix, cursor, nonce = KEYS[1], ARGV[1], ARGV[2]
if not routes_are_whole(prefix) then
  --@include rebuild
  rebuild_routes(prefix)
  redis.call('HSET', prefix .. 'meta', 'gen', nonce) -- who has read a page begins again
end
local page = redis.call('HSCAN', prefix .. 'routes', cursor, 'COUNT', 1000)
return { redis.call('HGET', prefix .. 'meta', 'gen') or '', page[1], page[2] }
