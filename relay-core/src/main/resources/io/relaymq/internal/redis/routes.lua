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
  --@include broadcast
  rebuild_routes(prefix)
  new_generation(prefix, nonce) -- who has read a page begins again
end
local page = redis.call('HSCAN', prefix .. 'routes', cursor, 'COUNT', 1000)
local meta = redis.call('HMGET', prefix .. 'meta', 'plain', 'gen')
return { meta[1] or meta[2] or '', page[1], page[2] }
