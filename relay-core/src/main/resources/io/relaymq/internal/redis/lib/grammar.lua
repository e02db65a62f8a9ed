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
