-- Is this still the life of the subscription that the caller knows?
local function same_epoch(prefix, sub, epoch)
  local text = redis.call('HGET', prefix .. 'subs', sub)
  return text and string.sub(text, 1, #epoch + 1) == epoch .. ' '
end
