-- Deletes a subscription with everything of its own: what it has not received, its dead letters, its counters.
--
-- KEYS[1]  prefix of the broadcast
-- ARGV     1 subscription, 2 random value
-- RETURNS  { DELETED | MISSING, unsettled deliveries that went with it, dead letters that went with it }
--@include layout
--@include removal
local prefix, sub, nonce = KEYS[1], ARGV[1], ARGV[2]
local def = definition(prefix, sub)
if not def then return { 'MISSING', 0, 0 } end
local copies, waiting, dead = remove_subscription(prefix, sub, def)
new_generation(prefix, nonce)
return { 'DELETED', copies + waiting, dead }
