-- Takes the retained value of a subject away. What was delivered of it stays delivered.
--
-- KEYS[1]  prefix of the broadcast
-- ARGV     1 subject
-- RETURNS  { 1, or 0 if there is none }
--@include layout
--@include retained
drop_over(KEYS[1], now(), 1000)
return { drop_retained(KEYS[1], ARGV[1]) }
