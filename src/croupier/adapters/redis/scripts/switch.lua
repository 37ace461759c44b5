-- Read the generation that was filled from now on. ARGV: its name. Returns whether it was the one.
if redis.call('GET', root .. ':building') ~= ARGV[1] or not position_of(ARGV[1]) then return 0 end
local old = redis.call('GET', root .. ':current')
if old then redis.call('SADD', root .. ':old', old) end
redis.call('SET', root .. ':current', ARGV[1])
redis.call('SREM', root .. ':begun', ARGV[1])
redis.call('DEL', root .. ':building')
return 1
