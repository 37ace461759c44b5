-- Before every script. KEYS[1] is the root of one log's keys; all others begin with it, and its braces keep
-- them on one node of a cluster.
--
--   root:current                 name of the generation that is read
--   root:building                name of the one being filled; expires when its builder is gone
--   root:begun, root:old         sets: generations begun and never switched to; generations switched away from
--   root:<g>:meta                hash: position that all is contained up to, number of tables, number of
--                                players who have a seat
--   root:<g>:table:<id>          hash: revision; beginnings of readings by number; for each viewer number of
--                                the beginning, bar, rest of his reading; the seats of players
--   root:<g>:summaries           hash: summaries by table
--   root:<g>:lobby[:<status>]    sorted sets of table ids, all scores 0
--   root:<g>:seats:<player>      sorted set of the ids of the tables at which he has a seat, all scores 0
--   root:<g>:seated              hash: number of those tables by player

local root = KEYS[1]

local function key(generation, name)
  return root .. ':' .. generation .. ':' .. name
end

-- The position up to which the generation contains all; nil when there is no such generation, or when keys
-- of it are gone (an eviction, a partial restore): half a lobby must never be shown as the whole.
local function position_of(generation)
  local meta = redis.call('HMGET', key(generation, 'meta'), 'position', 'tables', 'players')
  if not meta[1] or not meta[2] or not meta[3] then return nil end
  local tables = tonumber(meta[2])
  local open = redis.call('ZCARD', key(generation, 'lobby:open'))
  local closed = redis.call('ZCARD', key(generation, 'lobby:closed'))
  if redis.call('ZCARD', key(generation, 'lobby')) ~= tables or open + closed ~= tables
    or redis.call('HLEN', key(generation, 'summaries')) ~= tables
    or redis.call('HLEN', key(generation, 'seated')) ~= tonumber(meta[3]) then
    return nil
  end
  return tonumber(meta[1])
end

-- The generation that is read and its position; nil when there is none, or none that is whole.
local function current()
  local generation = redis.call('GET', root .. ':current')
  if not generation then return nil end
  local position = position_of(generation)
  if not position then return nil end
  return generation, position
end
