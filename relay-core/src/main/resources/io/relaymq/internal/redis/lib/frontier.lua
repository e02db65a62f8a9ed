-- The frontier of an inbox: the last id handed out. False when the inbox or its group is gone.
local function frontier_of(inbox)
  local groups = redis.pcall('XINFO', 'GROUPS', inbox)
  for _, group in ipairs(groups.err and {} or groups) do
    if group[2] == 'relay' then -- the name comes first, and the newer the server the more comes last
      for i = 3, #group, 2 do
        if group[i] == 'last-delivered-id' then return group[i + 1] end
      end
    end
  end
  return false
end
