import type { Caller } from '../account/caller.ts'
import { setting } from '../aws/environment.ts'
import type { Tenant } from '../table/tenant.ts'
import { Problem } from './contract/problem.ts'
import { consumeLease, type LimitLease, nextLeaseRequest, toGrantedLease } from './lease.ts'
import { consumeUnits, type LimitWindow, refundUnits, remainingUnits } from './rate-limit-store.ts'

export interface RateLimit {
  /** In the headers and in the key: unique among the limits of a caller. */
  readonly name: string
  /** A client's unless it says otherwise. Test and live are always separate. */
  readonly per?: 'client' | 'organisation'
  readonly limit: number
  readonly windowSeconds: number
  readonly detail: string
}

export interface RateLimitStatus extends RateLimit {
  readonly remaining: number
  readonly resetSeconds: number
}

/** https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/ */
export const rateLimitHeaders = (allowances: readonly RateLimitStatus[]) => ({
  'ratelimit-policy': allowances
    .map(({ name, limit, windowSeconds }) => `"${name}";q=${limit};w=${windowSeconds}`)
    .join(', '),
  ratelimit: allowances
    .map(({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`)
    .join(', '),
})

const allowance = (rateLimit: RateLimit, remaining: number, nowMs: number): RateLimitStatus => ({
  ...rateLimit,
  remaining,
  resetSeconds: rateLimit.windowSeconds - (Math.floor(nowMs / 1000) % rateLimit.windowSeconds),
})

export const rateLimitProblem = (rateLimit: RateLimit, nowMs: number): Problem => {
  const usedUp = allowance(rateLimit, 0, nowMs)
  return new Problem('too_many_requests', rateLimit.detail, {
    headers: { ...rateLimitHeaders([usedUp]), 'retry-after': `${usedUp.resetSeconds}` },
  })
}

export interface LimitShare {
  /** Absent for callers who have not signed in: they share the limit of the subject. */
  readonly caller?: Tenant & { readonly clientId?: string }
  /** An endpoint's id, the digest of a number: never personal data in plain text. */
  readonly subject?: string
}

const windowOf = (
  { name, per, limit, windowSeconds }: RateLimit,
  { caller, subject = '' }: LimitShare,
  nowMs: number,
): LimitWindow => {
  const nowSeconds = Math.floor(nowMs / 1000)
  const startsAt = nowSeconds - (nowSeconds % windowSeconds)
  const clientId = per === 'organisation' ? undefined : caller?.clientId
  return { of: caller, clientId, name, subject, limit, startsAt, endsAt: startsAt + windowSeconds }
}

/** Costs one write: `consumeOne(pings, { caller, subject: endpointId }, nowMs)`. @throws Problem too_many_requests */
export const consumeOne = async (
  rateLimit: RateLimit,
  share: LimitShare,
  nowMs: number,
  count = 1,
): Promise<RateLimitStatus> => {
  const remaining = await consumeUnits(windowOf(rateLimit, share, nowMs), count)
  if (remaining === undefined) throw rateLimitProblem(rateLimit, nowMs)
  return allowance(rateLimit, remaining, nowMs)
}

export const isExhausted = async (rateLimit: RateLimit, share: LimitShare, nowMs: number): Promise<boolean> =>
  (await remainingUnits(windowOf(rateLimit, share, nowMs))) <= 0

export const refundOne = (rateLimit: RateLimit, share: LimitShare, nowMs: number): Promise<void> =>
  refundUnits(windowOf(rateLimit, share, nowMs))

const leases = new Map<string, LimitLease>()
/** Ends of the windows that this container found used up, in seconds since 1970: a flood costs the table nothing. */
const usedUp = new Map<string, number>()
const remembered = 1000

const remember = <Value>(memory: Map<string, Value>, id: string, value: Value): void => {
  if (memory.size >= remembered) memory.clear()
  memory.set(id, value)
}

const takeLease = async (
  last: LimitLease | undefined,
  window: LimitWindow,
): Promise<LimitLease | undefined> => {
  const { limit, endsAt } = window
  for (const [refusals, { size, idle }] of nextLeaseRequest(last, limit, endsAt).entries()) {
    const remaining = await consumeUnits(window, size, idle)
    if (remaining !== undefined)
      return toGrantedLease(last, { size, isTight: refusals > 0, remaining, endsAt })
  }
  return undefined
}

/** The same for a limit of which nothing is refunded: once it is used up, this container asks the table no more. */
export const isUsedUp = async (rateLimit: RateLimit, share: LimitShare, nowMs: number): Promise<boolean> => {
  const window = windowOf(rateLimit, share, nowMs)
  const { clientId = '', name, subject, endsAt } = window
  const id = `${name} ${clientId} ${subject}`
  if (usedUp.get(id) === endsAt) return true
  if ((await remainingUnits(window)) > 0) return false
  remember(usedUp, id, endsAt)
  return true
}

/**
 * Consumes by leases, which cost a fraction of a write, for the limit that every request meets. Nothing is refunded,
 * so a window that is used up stays so.
 * @throws Problem too_many_requests
 */
export const consumeLeased = async (
  rateLimit: RateLimit,
  caller: Caller,
  nowMs: number,
): Promise<RateLimitStatus> => {
  const id = `${rateLimit.name} ${caller.clientId}`
  const window = windowOf(rateLimit, { caller }, nowMs)
  if (usedUp.get(id) === window.endsAt) throw rateLimitProblem(rateLimit, nowMs)
  const last = leases.get(id)
  const known = consumeLease(last, window.endsAt)
  // Removed while the next is requested, so that no other call returns the same idle units.
  if (!known) leases.delete(id)
  const lease = known ?? (await takeLease(last, window))
  if (!lease) {
    remember(usedUp, id, window.endsAt)
    throw rateLimitProblem(rateLimit, nowMs)
  }
  remember(leases, id, lease)
  return allowance(rateLimit, lease.remaining + lease.left, nowMs)
}

export const consumeRequest = (caller: Caller, nowMs: number): Promise<RateLimitStatus> => {
  const limit = setting('REQUESTS_PER_MINUTE')
  const detail = 'This client makes more requests than its limit allows.'
  return consumeLeased({ name: 'requests', limit, windowSeconds: 60, detail }, caller, nowMs)
}
