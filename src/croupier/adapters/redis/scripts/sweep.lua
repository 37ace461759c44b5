-- Delete a part of one generation that is neither current nor being filled. Returns whether there is more.
local spared = {
  [redis.call('GET', root .. ':current') or ''] = true,
  [redis.call('GET', root .. ':building') or ''] = true,
}

local function doomed()
  for _, set in ipairs({'old', 'begun'}) do
    for _, generation in ipairs(redis.call('SMEMBERS', root .. ':' .. set)) do
      if not spared[generation] then return generation, set end
    end
  end
end

local generation, set = doomed()
if not generation then return 0 end
local lobby = key(generation, 'lobby')
local ids = redis.call('ZRANGE', lobby, 0, 499)
for _, id in ipairs(ids) do
  local kept = key(generation, 'table:' .. id)
  for _, field in ipairs(redis.call('HKEYS', kept)) do
    local player = string.match(field, '^player:(.+)$')
    if player then redis.call('UNLINK', key(generation, 'seats:' .. player)) end
  end
  redis.call('UNLINK', kept)
end
if #ids == 500 then
  redis.call('ZREMRANGEBYRANK', lobby, 0, 499)
  return 1
end
for _, name in ipairs({'lobby', 'lobby:open', 'lobby:closed', 'summaries', 'seated', 'meta'}) do
  redis.call('UNLINK', key(generation, name))
end
redis.call('SREM', root .. ':' .. set, generation)
return 1
