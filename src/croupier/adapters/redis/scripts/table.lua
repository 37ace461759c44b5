-- A table for a viewer. ARGV: table, viewer. Returns {revision, position, reading}.
local generation, position = current()
if not generation then return false end
local kept = key(generation, 'table:' .. ARGV[1])
local viewer = ARGV[2]
if string.sub(viewer, 1, 7) == 'player:' then
  local seat = redis.call('HGET', kept, viewer)
  viewer = seat and 'seat:' .. seat or 'public'
end
local found = redis.call('HMGET', kept, 'revision', viewer)
if not found[1] or not found[2] then return false end
local number, rest = string.match(found[2], '^(%d+)|(.*)$')
local beginning = number and redis.call('HGET', kept, 'beginning:' .. number)
if not beginning then return false end
return {tonumber(found[1]), position, beginning .. rest}
