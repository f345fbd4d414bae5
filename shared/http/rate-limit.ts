import type { Caller } from '../account/caller.ts'
import { setting } from '../aws/environment.ts'
import { rateLimitKey } from '../table/keys.ts'
import { Problem } from './contract/problem.ts'
import { giveBack, take, type Window } from './rate-limit-store.ts'

/** What a limit still allows, for the caller to see. */
export interface RateLimit {
  readonly name: 'client' | 'number'
  readonly limit: number
  readonly windowSeconds: number
  readonly remaining: number
  readonly resetSeconds: number
}

const minuteSeconds = 60
const daySeconds = 86_400

/** https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/ */
export const headersOf = (rateLimits: readonly RateLimit[]) => ({
  'ratelimit-policy': rateLimits
    .map(({ name, limit, windowSeconds }) => `"${name}";q=${limit};w=${windowSeconds}`)
    .join(', '),
  ratelimit: rateLimits
    .map(({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`)
    .join(', '),
})

const details = {
  client: 'This client makes more look-ups than its limit allows.',
  number: 'This client asked about this id number too often.',
} as const

/** The refusal of a limit that is used up. */
export const refusal = (rateLimit: RateLimit): Problem =>
  new Problem('too_many_requests', details[rateLimit.name], {
    headers: { ...headersOf([rateLimit]), 'retry-after': `${rateLimit.resetSeconds}` },
  })

const startOf = (nowMs: number, windowSeconds: number): number => {
  const nowSeconds = Math.floor(nowMs / 1000)
  return nowSeconds - (nowSeconds % windowSeconds)
}

const windowOf = (
  caller: Caller,
  subject: string,
  { limit, windowSeconds, nowMs }: { limit: number; windowSeconds: number; nowMs: number },
): Window => {
  const startsAt = startOf(nowMs, windowSeconds)
  return {
    key: rateLimitKey(caller, caller.clientId, subject, startsAt),
    limit,
    endsAt: startsAt + windowSeconds,
  }
}

const seen = (
  name: RateLimit['name'],
  { limit, endsAt }: Window,
  windowSeconds: number,
  { remaining, nowMs }: { remaining: number; nowMs: number },
): RateLimit => ({
  name,
  limit,
  windowSeconds,
  remaining,
  resetSeconds: Math.max(1, endsAt - Math.floor(nowMs / 1000)),
})

interface Lease {
  readonly endsAt: number
  left: number
  readonly remaining: number
}

/** What this container has taken in advance, by client: a hundredth of the limit at a time, so that a look-up costs a fraction of a write. */
const leases = new Map<string, Lease>()
const rememberedClients = 1000

const leaseOf = async (clientId: string, window: Window): Promise<Lease | undefined> => {
  const known = leases.get(clientId)
  if (known && known.endsAt === window.endsAt && known.left > 0) return known
  const size = Math.max(1, Math.floor(window.limit / 100))
  const remaining = await take(window, size)
  if (remaining === undefined) return undefined
  const lease = { endsAt: window.endsAt, left: size, remaining }
  if (leases.size >= rememberedClients) leases.clear()
  leases.set(clientId, lease)
  return lease
}

/** Takes one look-up from the client's minute. @throws Problem too_many_requests */
export const takeFromClient = async (caller: Caller, nowMs: number): Promise<RateLimit> => {
  const limit = setting('LOOKUP_LIMITS').perClientPerMinute
  const window = windowOf(caller, 'client', { limit, windowSeconds: minuteSeconds, nowMs })
  const lease = await leaseOf(caller.clientId, window)
  if (!lease) throw refusal(seen('client', window, minuteSeconds, { remaining: 0, nowMs }))
  lease.left -= 1
  return seen('client', window, minuteSeconds, { remaining: lease.remaining + lease.left, nowMs })
}

const numberWindow = (caller: Caller, digest: string, nowMs: number): Window =>
  windowOf(caller, digest, {
    limit: setting('LOOKUP_LIMITS').perNumberPerDay,
    windowSeconds: daySeconds,
    nowMs,
  })

/** Takes one question about an id number, by its keyed digest, from the client's day. @throws Problem too_many_requests */
export const takeFromNumber = async (caller: Caller, digest: string, nowMs: number): Promise<RateLimit> => {
  const window = numberWindow(caller, digest, nowMs)
  const remaining = await take(window)
  const rateLimit = seen('number', window, daySeconds, { remaining: remaining ?? 0, nowMs })
  if (remaining === undefined) throw refusal(rateLimit)
  return rateLimit
}

/** Gives the question back: the registry failed, and nothing was learned. */
export const giveBackToNumber = (caller: Caller, digest: string, nowMs: number): Promise<void> =>
  giveBack(numberWindow(caller, digest, nowMs))

/** A limit that is used up, as the sandbox shows it. */
export const usedUp = (caller: Caller, nowMs: number): RateLimit =>
  seen('number', numberWindow(caller, 'sandbox', nowMs), daySeconds, { remaining: 0, nowMs })
