-- Tables in the order of their ids. ARGV: bounds of a ZRANGEBYLEX, how many, status or '', player or ''.
-- Returns {position, ids, summaries}.
local generation, position = current()
if not generation then return false end
local lobby = ARGV[4] == '' and 'lobby' or 'lobby:' .. ARGV[4]

-- Of the tables at which the player sits, those that are in the lobby. Nobody sits at many.
local function seats_of(player)
  if redis.call('ZCARD', key(generation, 'seats:' .. player))
    ~= tonumber(redis.call('HGET', key(generation, 'seated'), player) or 0) then
    return nil
  end
  local found = {}
  for _, id in ipairs(redis.call('ZRANGEBYLEX', key(generation, 'seats:' .. player), ARGV[1], ARGV[2])) do
    if #found < tonumber(ARGV[3]) and redis.call('ZSCORE', key(generation, lobby), id) then
      found[#found + 1] = id
    end
  end
  return found
end

local ids
if ARGV[5] == '' then
  ids = redis.call('ZRANGEBYLEX', key(generation, lobby), ARGV[1], ARGV[2], 'LIMIT', 0, ARGV[3])
else
  ids = seats_of(ARGV[5])
  if not ids then return false end
end
if #ids == 0 then return {position, {}, {}} end
local summaries = redis.call('HMGET', key(generation, 'summaries'), unpack(ids))
for _, summary in ipairs(summaries) do
  if not summary then return false end
end
return {position, ids, summaries}
