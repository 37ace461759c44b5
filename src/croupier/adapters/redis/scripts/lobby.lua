-- Tables in the order of their ids. ARGV: bounds of a ZRANGEBYLEX, how many, status or ''.
-- Returns {position, ids, summaries}.
local generation, position = current()
if not generation then return false end
local lobby = ARGV[4] == '' and 'lobby' or 'lobby:' .. ARGV[4]
local ids = redis.call('ZRANGEBYLEX', key(generation, lobby), ARGV[1], ARGV[2], 'LIMIT', 0, ARGV[3])
if #ids == 0 then return {position, {}, {}} end
local summaries = redis.call('HMGET', key(generation, 'summaries'), unpack(ids))
for _, summary in ipairs(summaries) do
  if not summary then return false end
end
return {position, ids, summaries}
