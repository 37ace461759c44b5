-- Take requests from buckets, each take from all of its buckets or from none.
--
-- KEYS[1]: what all buckets' names begin with. ARGV[1]: MessagePack of
--   {microseconds that count as now, 0 for this server's,
--    {{bucket's name, requests, microseconds in which they all come back}, ..},
--    {{index of a bucket, ..}, ..}: the takes, in their order}.
-- Returns MessagePack: for each take {1 if it was granted, else 0; and for each of its buckets
--   requests left, microseconds until there is one more}.
--
-- Of a bucket is kept what is owed to it, and when that was so. A request owes as many units as the period has
-- microseconds, and each microsecond pays as many as the period has requests: all numbers are whole, below 2^53.
-- A key lasts until all is paid: one that is gone is a full bucket.
local now, quotas, takes = unpack(cmsgpack.unpack(ARGV[1]))
if now == 0 then
  local time = redis.call('TIME')
  now = time[1] * 1000000 + time[2]
end

local buckets = {}
for index, quota in ipairs(quotas) do
  local key, requests, period = KEYS[1] .. quota[1], quota[2], quota[3]
  local kept, owed, changed = redis.call('GET', key), 0, false
  if kept then
    local before, at = string.match(kept, '^(%d+) (%d+)$')
    -- A clock that was set back pays nothing, takes nothing back, and pays on from where it is now.
    owed = math.max(0, before - math.max(0, now - at) * requests)
    changed = now < tonumber(at)
  end
  buckets[index] = {key = key, requests = requests, period = period, owed = owed, changed = changed}
end

local function left(bucket)
  local free = math.max(0, bucket.requests * bucket.period - bucket.owed)
  return (free - free % bucket.period) / bucket.period
end

local function wait(bucket)
  if bucket.owed == 0 then return 0 end
  local units = bucket.owed % bucket.period
  if units == 0 then units = bucket.period end
  return math.ceil(units / bucket.requests)
end

local answers = {}
for number, take in ipairs(takes) do
  local granted = true
  for _, index in ipairs(take) do granted = granted and left(buckets[index]) > 0 end
  local answer = {granted and 1 or 0}
  for _, index in ipairs(take) do
    local bucket = buckets[index]
    if granted then
      bucket.owed, bucket.changed = bucket.owed + bucket.period, true
    end
    answer[#answer + 1] = left(bucket)
    answer[#answer + 1] = wait(bucket)
  end
  answers[number] = answer
end

for _, bucket in ipairs(buckets) do
  if bucket.changed then
    local lasts = math.ceil(bucket.owed / bucket.requests / 1000) + 1
    redis.call('SET', bucket.key, string.format('%.0f %.0f', bucket.owed, now), 'PX', lasts)
  end
end
return cmsgpack.pack(answers)
