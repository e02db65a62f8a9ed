-- The frontier of an inbox: the last id handed out. False when the inbox or its group is gone.
local function frontier_of(inbox)
  local groups = redis.pcall('XINFO', 'GROUPS', inbox)
  if groups.err then return false end
  for _, group in ipairs(groups) do
    local fields = {}
    for i = 1, #group, 2 do fields[group[i]] = group[i + 1] end
    if fields['name'] == 'relay' then return fields['last-delivered-id'] end
  end
  return false
end
