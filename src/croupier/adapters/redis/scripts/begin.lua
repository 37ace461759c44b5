-- Begin to fill a generation. ARGV: its name, patience with its builder in ms. Returns whether it may be.
if not redis.call('SET', root .. ':building', ARGV[1], 'NX', 'PX', ARGV[2]) then return 0 end
redis.call('SADD', root .. ':begun', ARGV[1])
redis.call('HSET', key(ARGV[1], 'meta'), 'position', -1, 'tables', 0, 'players', 0)
return 1
