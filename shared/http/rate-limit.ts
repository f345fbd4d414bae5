import type { Caller } from '../account/caller.ts'
import type { Tenant } from '../table/tenant.ts'
import { Problem } from './contract/problem.ts'
import { nextLeaseRequest, toGrantedLease, type LimitLease, consumeLease } from './lease.ts'
import { refundUnits, remainingUnits, consumeUnits, type LimitWindow } from './rate-limit-store.ts'
import { setting } from '../aws/environment.ts'

/** A limit, of which every client or every organisation has a share. */
export interface RateLimit {
  /** In the headers and in the share's key: two limits of one caller never have one name. */
  readonly name: string
  /** Whose each share is: a client's, unless it says otherwise. Test and live are always apart. */
  readonly per?: 'client' | 'organisation'
  readonly limit: number
  readonly windowSeconds: number
  /** What a refused caller reads. */
  readonly detail: string
}

/** What a limit still allows, for the caller to see. */
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

/** The refusal of a limit that is used up. */
export const rateLimitProblem = (rateLimit: RateLimit, nowMs: number): Problem => {
  const usedUp = allowance(rateLimit, 0, nowMs)
  return new Problem('too_many_requests', rateLimit.detail, {
    headers: { ...rateLimitHeaders([usedUp]), 'retry-after': `${usedUp.resetSeconds}` },
  })
}

/** One share of a limit. */
export interface LimitShare {
  /** Whose; without one it is the share of all who name the subject and have not signed in. */
  readonly caller?: Tenant & { readonly clientId?: string }
  /** Of what, where a caller has several: an endpoint's id, the digest of a number. Never personal data in clear. */
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

/**
 * Takes one from a share, with one write: `takeOne(pings, { caller, subject: endpointId }, nowMs)`.
 * @throws Problem too_many_requests
 */
export const consumeOne = async (
  rateLimit: RateLimit,
  share: LimitShare,
  nowMs: number,
): Promise<RateLimitStatus> => {
  const remaining = await consumeUnits(windowOf(rateLimit, share, nowMs))
  if (remaining === undefined) throw rateLimitProblem(rateLimit, nowMs)
  return allowance(rateLimit, remaining, nowMs)
}

/** Whether nothing is left of a share. It takes nothing. */
export const isExhausted = async (rateLimit: RateLimit, share: LimitShare, nowMs: number): Promise<boolean> =>
  (await remainingUnits(windowOf(rateLimit, share, nowMs))) <= 0

/** Gives back what was taken for nothing. */
export const refundOne = (rateLimit: RateLimit, share: LimitShare, nowMs: number): Promise<void> =>
  refundUnits(windowOf(rateLimit, share, nowMs))

/** What this container has taken in advance, by limit and client. */
const leases = new Map<string, LimitLease>()
/** The shares that this container found used up, and until when, in seconds since 1970: a flood costs no writes. */
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

/**
 * Takes one from the client's share of a limit that every request meets: by leases, which cost a fraction of a
 * write. Nothing of it is given back, so what is used up stays so until its window ends.
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
  // Taken out while the next is under way, so that no other call gives back the same idle share.
  if (!known) leases.delete(id)
  const lease = known ?? (await takeLease(last, window))
  if (!lease) {
    remember(usedUp, id, window.endsAt)
    throw rateLimitProblem(rateLimit, nowMs)
  }
  remember(leases, id, lease)
  return allowance(rateLimit, lease.remaining + lease.left, nowMs)
}

/** Takes one from the client's minute. @throws Problem too_many_requests */
export const consumeRequest = (caller: Caller, nowMs: number): Promise<RateLimitStatus> => {
  const limit = setting('REQUESTS_PER_MINUTE')
  const detail = 'This client makes more requests than its limit allows.'
  return consumeLeased({ name: 'requests', limit, windowSeconds: 60, detail }, caller, nowMs)
}
