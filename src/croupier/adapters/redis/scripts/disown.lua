-- Read a generation no more, though there is no other yet. ARGV: its name.
if redis.call('GET', root .. ':current') ~= ARGV[1] then return 0 end
redis.call('SADD', root .. ':old', ARGV[1])
redis.call('DEL', root .. ':current')
return 1
