-- Any publish that is not the common one of publish.lua: it returns. Needs prefix, known, plain, MAX_COPIES.
local nonce, settings, count = ARGV[2], ARGV[3], tonumber(ARGV[4])
local meta = redis.call('HMGET', prefix .. 'meta', 'gen', 'max', 'copying', 'age', 'overflow', 'v')
if meta[6] and meta[6] ~= '1' then return redis.error_reply('UNKNOWN_LAYOUT ' .. meta[6]) end
local targets, options, copies, fresh, route_here, append_with = {}, {}, 0, count, nil, nil
if known == '' or known ~= (plain or meta[1]) then
  --@include routing
  route_here = route
end

for m = 1, count do
  local subject, wanted, asked = ARGV[m * 5], ARGV[m * 5 + 3], ARGV[m * 5 + 4]
  if #subject > 32 or string.find(subject, '[^A-Za-z0-9_:%%.-]') or string.find(subject, '..', 1, true)
    or subject == '' or string.byte(subject, 1) == 46 or string.byte(subject, -1) == 46 then
    --@include grammar
    local fault = subject_fault(subject)
    if fault then return redis.error_reply('INVALID_SUBJECT ' .. fault .. ' ' .. m) end
  end
  if route_here then wanted = table.concat(route_here(prefix, subject), ',') end
  if asked ~= '' then
    --@include options
    local option, fault = option_of(prefix, asked, wanted)
    fault = fault or value_fault(prefix, option, subject, ARGV[m * 5 + 2], m - 1)
    if fault then return redis.error_reply(fault .. ' ' .. m) end
    if option.first then wanted, fresh = '', fresh - 1 end
    options[m], append_with = option, append
  end
  targets[m], copies = wanted, copies + #wanted
end
if copies > MAX_COPIES then -- that many characters; now count the names
  copies = 0
  for m = 1, count do copies = copies + select(2, string.gsub(targets[m], '[^,]+', '')) end
  if copies > MAX_COPIES then return redis.error_reply('TOO_MANY_COPIES ' .. copies) end
end
if meta[5] == 'reject' then
  --@include overflow
  local laggard = overflow(prefix, tonumber(meta[2] or 0), count, fresh, meta[3], targets)
  if laggard then return redis.error_reply('OVERFLOW ' .. laggard) end
end

local written, drops, missing, dropped, trimmed, newest, repeated = {}, {}, {}, {}, 0, nil, false
for m = 1, count do
  local at, id, n, duplicate, option = m * 5, nil, 0, 0, options[m]
  if option then
    id, n, duplicate = append_with(prefix, option, ARGV[at], ARGV[at + 1], ARGV[at + 2], targets[m], drops, missing)
  else
    local s, h, d = ARGV[at], ARGV[at + 1], ARGV[at + 2]
    id = redis.call('XADD', prefix .. 'log', '*', 's', s, 'd', d, 'h', h)
    for sub in string.gmatch(targets[m], '[^,]+') do
      local reply = redis.pcall('XADD', prefix .. 'inbox:' .. sub, 'NOMKSTREAM', id, 's', s, 'd', d, 'h', h)
      if type(reply) == 'string' then
        n = n + 1
      else
        --@include drops
        count_missing(prefix, sub, id, drops, missing)
      end
    end
  end
  if duplicate == 0 then newest = id else repeated = true end
  written[m * 3 - 2], written[m * 3 - 1], written[m * 3] = id, n, duplicate
end

local max, age = meta[2], meta[4]
if not meta[1] then
  --@include broadcast
  max, age = found(prefix, nonce, settings)
end
max, age = tonumber(max or 0), tonumber(age or 0)
local over = newest and max > 0 and redis.call('XLEN', prefix .. 'log') - max or 0
if newest and (over > 0 or age > 0) then
  --@include trim
  trimmed = trim_after(prefix, newest, over, age, count, meta[3], drops)
end
if not route_here and not repeated and not missing[1] then
  local text = {}
  for m = 1, count do text[m] = written[m * 3 - 2] end
  if trimmed > 0 then text[count + 1] = trimmed end
  for sub, n in pairs(drops) do text[#text + 1] = sub .. '=' .. n end
  return table.concat(text, ' ')
end
for sub, n in pairs(drops) do
  dropped[#dropped + 1] = sub
  dropped[#dropped + 1] = n
end
return { route_here and (meta[1] or nonce) or known, trimmed, written, dropped, missing }
