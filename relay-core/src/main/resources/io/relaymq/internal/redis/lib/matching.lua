--@include grammar
-- What a pattern matches; the same meaning as io.relaymq.SubjectPattern.
local spelled = {} -- the canonical patterns of this call

-- The pattern in its one canonical spelling, as segments: '>' is '*.#', and in a run of wildcards that
-- holds a '#' the stars come first and one '#' ends it.
local function canonical(pattern)
  if spelled[pattern] then return spelled[pattern] end
  local out, stars, hash = {}, 0, false
  local function flush()
    for _ = 1, stars do out[#out + 1] = '*' end
    if hash then out[#out + 1] = '#' end
    stars, hash = 0, false
  end
  for _, segment in ipairs((split(pattern))) do
    if segment == '*' or segment == '>' then stars = stars + 1 end
    if segment == '#' or segment == '>' then hash = true end
    if segment ~= '*' and segment ~= '#' and segment ~= '>' then
      flush()
      out[#out + 1] = segment
    end
  end
  flush()
  spelled[pattern] = out
  return out
end

-- Does a canonical pattern match a subject? Both as segments. Goes back to the last '#' only, so it is linear.
local function matches(pattern, subject)
  local p, s, hash, resume = 1, 1, nil, nil
  while s <= #subject do
    local want = pattern[p]
    if want == '#' then
      hash, resume, p = p, s, p + 1
    elseif want == '*' or want == subject[s] then
      p, s = p + 1, s + 1
    elseif hash then
      resume = resume + 1
      p, s = hash + 1, resume
    else
      return false
    end
  end
  while pattern[p] == '#' do p = p + 1 end
  return pattern[p] == nil
end

-- Does a list of patterns, exclusions among them, match?
local function any_matches(patterns, subject)
  local positive, matched = false, false
  for _, pattern in ipairs(patterns) do
    local excluded = string.sub(pattern, 1, 1) == '!'
    positive = positive or not excluded
    if matches(canonical(excluded and string.sub(pattern, 2) or pattern), subject) then
      if excluded then return false end
      matched = true
    end
  end
  return matched or not positive
end
