-- Subjects and patterns: the same rules as io.relaymq.SubjectPattern, so that every client gets the same verdict.
local MAX_SEGMENTS, MAX_BYTES = 16, 512

local function split(text)
  local segments, n = {}, 0
  for segment in string.gmatch(text .. '.', '([^.]*)%.') do
    n = n + 1
    segments[n] = segment
  end
  return segments, n
end

local function check(text, fault_of_segment)
  if text == '' then return 'EMPTY 0' end
  if #text > MAX_BYTES then return 'TOO_LONG 0' end
  local segments, n = split(text)
  for i = 1, math.min(n, MAX_SEGMENTS) do
    local rule = segments[i] == '' and 'EMPTY_SEGMENT' or fault_of_segment(segments[i], i, n)
    if rule then return rule .. ' ' .. i end
  end
  if n > MAX_SEGMENTS then return 'TOO_MANY_SEGMENTS ' .. (MAX_SEGMENTS + 1) end
end

-- The first character that no literal holds, or nil.
local function special(segment)
  return string.match(segment, '[^A-Za-z0-9_:%%-]')
end

local function is_wildcard(character)
  return character == '*' or character == '>' or character == '#'
end

-- The rule that a subject breaks and the segment that breaks it ('EMPTY_SEGMENT 2'), or nil.
local function subject_fault(subject)
  return check(subject, function(segment)
    local found = special(segment)
    return found and (is_wildcard(found) and 'WILDCARD_IN_SUBJECT' or 'ILLEGAL_CHARACTER')
  end)
end

local function pattern_fault(pattern)
  return check(string.gsub(pattern, '^!', ''), function(segment, i, n)
    local found = special(segment)
    if not found then return nil end
    if not is_wildcard(found) then return 'ILLEGAL_CHARACTER' end
    if #segment > 1 then return 'GLUED_WILDCARD' end
    return found == '>' and i < n and 'TAIL_NOT_LAST' or nil
  end)
end

-- The pattern in its one canonical spelling, as segments: '>' is '*.#', and in a run of wildcards that
-- holds a '#' the stars come first and one '#' ends it.
local function canonical(pattern)
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
