import { toScript } from './connection.ts'

/*
 * Each script is one step that happens whole or not at all. Every claim gets a number of its own, the fence,
 * and a step carries the fence of its claim: an owner that was thought dead and comes back finds a higher
 * one and changes nothing.
 */

/** keys: lock, lease, run, runs · args: runId, sha, leaseMs, keepRuns, runPrefix, logPrefix */
export const BEGIN = toScript(`
local known = redis.call('HMGET', KEYS[3], 'sha', 'next')
local holder = redis.call('GET', KEYS[2])
if known[1] and (tonumber(known[2]) > 0 or holder == ARGV[1]) then return {'known', known[1]} end
if holder then return {'busy', holder, redis.call('HGET', ARGV[5] .. holder, 'cancel') or '0'} end
local active = redis.call('HGET', KEYS[1], 'active')
if active then
  local run = redis.call('HMGET', ARGV[5] .. active, 'next', 'ended')
  if run[1] and tonumber(run[1]) > 0 and not run[2] then return {'orphaned', active} end
end
local fence = redis.call('HINCRBY', KEYS[1], 'fence', 1)
redis.call('HSET', KEYS[1], 'active', ARGV[1])
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[3])
redis.call('DEL', KEYS[3])
redis.call('HSET', KEYS[3], 'sha', ARGV[2], 'next', 0, 'first', 0, 'fence', fence)
redis.call('LREM', KEYS[4], 0, ARGV[1])
redis.call('LPUSH', KEYS[4], ARGV[1])
while redis.call('LLEN', KEYS[4]) > tonumber(ARGV[4]) do
  redis.call('DEL', ARGV[6] .. redis.call('RPOP', KEYS[4]))
end
return {'begun', tostring(fence)}`)

/** keys: lock, lease, run · args: runId, leaseMs */
export const TAKE_OVER = toScript(`
if redis.call('EXISTS', KEYS[2]) == 1 or redis.call('HGET', KEYS[1], 'active') ~= ARGV[1] then return false end
local run = redis.call('HMGET', KEYS[3], 'next', 'ended')
if not run[1] or run[2] then return false end
local fence = redis.call('HINCRBY', KEYS[1], 'fence', 1)
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
redis.call('HSET', KEYS[3], 'fence', fence)
return tostring(fence)`)

/**
 * Frame n has the stream id n-1, so Redis itself refuses one out of order, and reading after a frame is a
 * range. Repeating a step whose answer was lost changes nothing.
 *
 * keys: lock, lease, run, log, thread · args: runId, fence, leaseMs, logTtlMs, nameTtlMs, maxLogFrames,
 * news, isEnd, thread or '', first, count, then event and isRestated of each frame
 */
export const WRITE = toScript(`
local run = redis.call('HMGET', KEYS[3], 'fence', 'ended', 'next', 'first', 'cancel')
if run[1] == ARGV[2] and run[2] then return {'written', '0'} end
if redis.call('HGET', KEYS[1], 'fence') ~= ARGV[2] or run[1] ~= ARGV[2] then return {'lost'} end
local isEnd, thread, first, count = ARGV[8] == '1', ARGV[9], tonumber(ARGV[10]), tonumber(ARGV[11])
local next, after = tonumber(run[3]), first + count
if count > 0 and next == first then
  for i = 0, count - 1 do
    redis.call('XADD', KEYS[4], (first + i) .. '-1', 'e', ARGV[12 + 2 * i], 'r', ARGV[13 + 2 * i])
  end
  redis.call('HSET', KEYS[3], 'next', after)
elseif count > 0 and next ~= after then
  return {'lost'}
end
if thread ~= '' then
  redis.call('SET', KEYS[5], thread)
  local keep = tonumber(ARGV[6])
  if after - tonumber(run[4]) > keep then
    local from = after - math.floor(keep / 2)
    redis.call('XTRIM', KEYS[4], 'MINID', from .. '-0')
    redis.call('HSET', KEYS[3], 'first', from)
  end
end
if count > 0 or isEnd then
  redis.call('PEXPIRE', KEYS[4], ARGV[4])
  redis.call('PEXPIRE', KEYS[3], ARGV[5])
end
if isEnd then
  redis.call('HSET', KEYS[3], 'ended', '1')
  redis.call('HDEL', KEYS[1], 'active')
  redis.call('DEL', KEYS[2])
else
  redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[3])
end
if count > 0 or isEnd then redis.call('PUBLISH', ARGV[7], 'frames') end
return {'written', run[5] or '0'}`)

/** keys: lock, lease, run · args: runId, fence */
export const ABANDON = toScript(`
if redis.call('HGET', KEYS[1], 'fence') ~= ARGV[2] then return 0 end
redis.call('HDEL', KEYS[1], 'active')
redis.call('DEL', KEYS[2], KEYS[3])
return 1`)

/** keys: lease, run, log · args: runId */
export const STATUS = toScript(`
local run = redis.call('HMGET', KEYS[2], 'sha', 'next', 'first', 'ended', 'cancel')
if not run[1] then return false end
local isLeased = redis.call('GET', KEYS[1]) == ARGV[1]
local first = run[3]
if redis.call('EXISTS', KEYS[3]) == 0 then first = run[2] end
return {run[1], run[2], first, run[4] or '0', run[5] or '0', isLeased and '1' or '0'}`)

/** keys: run · args: news */
export const CANCEL = toScript(`
if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HEXISTS', KEYS[1], 'ended') == 1 then return 0 end
redis.call('HSET', KEYS[1], 'cancel', '1')
redis.call('PUBLISH', ARGV[1], 'cancel')
return 1`)
