-- One page of the route table together with the generation it belongs to. A reader starts again if the generation
-- differs between its pages.
--
-- KEYS[1]  prefix of the broadcast
-- ARGV     1 cursor ('0' first)
-- RETURNS  { generation ('' = none), next cursor ('0' = last page), { row, entries, row, entries, ... } }
--@include layout
local prefix = KEYS[1]
local page = redis.call('HSCAN', prefix .. 'routes', ARGV[1], 'COUNT', 1000)
return { redis.call('HGET', prefix .. 'meta', 'gen') or '', page[1], page[2] }
