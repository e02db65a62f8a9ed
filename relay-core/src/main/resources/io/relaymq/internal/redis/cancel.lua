-- Takes a delayed message back.
--
-- KEYS[1]  prefix of the broadcast
-- ARGV     1 id under which it waits
-- RETURNS  { 1, or 0 if it does not wait }
--@include layout
--@include delayed
return { drop_delayed(KEYS[1], ARGV[1]) }
