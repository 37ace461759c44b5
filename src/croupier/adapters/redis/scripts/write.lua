-- Write tables and move the generation's position, in one step. ARGV: generation, position that the writer
-- goes on from, position that all is then contained up to, tables (msgpack), patience with a builder in ms.
-- A table is {id, revision, status or nil, summary, {beginning, ..}, {viewer: reading}, {player: seat}}.
-- Returns the generation's position, false when the generation is neither current nor being filled.
local generation, from, to = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])

-- A builder whose claim has expired takes it up again unless somebody else began meanwhile.
local function writable()
  if redis.call('GET', root .. ':current') == generation then return true end
  local building = redis.call('GET', root .. ':building')
  if building and building ~= generation then return false end
  if redis.call('SISMEMBER', root .. ':begun', generation) == 0 then return false end
  redis.call('SET', root .. ':building', generation, 'PX', ARGV[5])
  return true
end

local function list(id, status, summary)
  for _, other in ipairs({'open', 'closed'}) do
    if other ~= status then redis.call('ZREM', key(generation, 'lobby:' .. other), id) end
  end
  redis.call('ZADD', key(generation, 'lobby'), 0, id)
  redis.call('ZADD', key(generation, 'lobby:' .. status), 0, id)
  if redis.call('HSET', key(generation, 'summaries'), id, summary) == 1 then
    redis.call('HINCRBY', key(generation, 'meta'), 'tables', 1)
  end
end

-- The player sits at one table more (1) or less (-1).
local function count_seat(player, change)
  local tables = redis.call('HINCRBY', key(generation, 'seated'), player, change)
  if tables == 0 then redis.call('HDEL', key(generation, 'seated'), player) end
  if tables == 0 or (tables == 1 and change == 1) then
    redis.call('HINCRBY', key(generation, 'meta'), 'players', change)
  end
end

-- These, and no others, have seats at the table from now on.
local function seat(id, players)
  for _, field in ipairs(redis.call('HKEYS', key(generation, 'table:' .. id))) do
    local player = string.match(field, '^player:(.+)$')
    if player and not players[player] and redis.call('ZREM', key(generation, 'seats:' .. player), id) == 1 then
      count_seat(player, -1)
    end
  end
  for player in pairs(players) do
    if redis.call('ZADD', key(generation, 'seats:' .. player), 0, id) == 1 then count_seat(player, 1) end
  end
end

local function take_out(id)
  seat(id, {})
  redis.call('DEL', key(generation, 'table:' .. id))
  redis.call('ZREM', key(generation, 'lobby'), id)
  redis.call('ZREM', key(generation, 'lobby:open'), id)
  redis.call('ZREM', key(generation, 'lobby:closed'), id)
  if redis.call('HDEL', key(generation, 'summaries'), id) == 1 then
    redis.call('HINCRBY', key(generation, 'meta'), 'tables', -1)
  end
end

-- An older revision never comes over a newer one, whoever writes how often. All of the table is written
-- anew, so that the reading of a seat goes with its player.
local function put(id, revision, status, summary, beginnings, readings, players)
  local kept = key(generation, 'table:' .. id)
  local known = redis.call('HGET', kept, 'revision')
  if known and tonumber(known) >= revision then return end
  local fields = {'revision', revision}
  local function field(name, value)
    fields[#fields + 1] = name
    fields[#fields + 1] = value
  end
  for number, beginning in ipairs(beginnings) do field('beginning:' .. number - 1, beginning) end
  for viewer, reading in pairs(readings) do field(viewer, reading) end
  for player, seat in pairs(players) do field('player:' .. player, seat) end
  seat(id, players)
  redis.call('DEL', kept)
  redis.call('HSET', kept, unpack(fields))
  list(id, status, summary)
end

if not writable() then return false end
local position = position_of(generation)
if not position then return false end
if position < from then return position end
for _, table in ipairs(cmsgpack.unpack(ARGV[4])) do
  if table[3] then put(unpack(table)) else take_out(table[1]) end
end
if to <= position then return position end
redis.call('HSET', key(generation, 'meta'), 'position', ARGV[3])
return to
