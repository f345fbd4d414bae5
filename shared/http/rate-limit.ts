import type { Caller } from '../account/caller.ts'
import type { Tenant } from '../table/tenant.ts'
import { Problem } from './contract/problem.ts'
import { asksAfter, granted, type Lease, usedOnce } from './lease.ts'
import { giveBack as giveBackTo, leftIn, take, type Window } from './rate-limit-store.ts'

/** A limit of a client. */
export interface RateLimit {
  /** In the headers. */
  readonly name: string
  readonly limit: number
  readonly windowSeconds: number
  /** What a refused caller reads. */
  readonly detail: string
}

/** What a limit still allows, for the caller to see. */
export interface Allowance extends RateLimit {
  readonly remaining: number
  readonly resetSeconds: number
}

/** https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/ */
export const headersOf = (allowances: readonly Allowance[]) => ({
  'ratelimit-policy': allowances
    .map(({ name, limit, windowSeconds }) => `"${name}";q=${limit};w=${windowSeconds}`)
    .join(', '),
  ratelimit: allowances
    .map(({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`)
    .join(', '),
})

const allowance = (rateLimit: RateLimit, remaining: number, nowMs: number): Allowance => ({
  ...rateLimit,
  remaining,
  resetSeconds: rateLimit.windowSeconds - (Math.floor(nowMs / 1000) % rateLimit.windowSeconds),
})

/** The refusal of a limit that is used up. */
export const refusal = (rateLimit: RateLimit, nowMs: number): Problem => {
  const usedUp = allowance(rateLimit, 0, nowMs)
  return new Problem('too_many_requests', rateLimit.detail, {
    headers: { ...headersOf([usedUp]), 'retry-after': `${usedUp.resetSeconds}` },
  })
}

/** Whose share it is: a client's, or without one that of all clients of an organisation; and of what: a limit that has one share goes by its name. */
export interface Share {
  readonly caller: Tenant & { readonly clientId?: string }
  readonly subject?: string
}

const windowOf = (
  { name, limit, windowSeconds }: RateLimit,
  { caller, subject = name }: Share,
  nowMs: number,
): Window => {
  const nowSeconds = Math.floor(nowMs / 1000)
  const startsAt = nowSeconds - (nowSeconds % windowSeconds)
  return {
    of: { ...caller, clientId: caller.clientId ?? '*' },
    subject,
    limit,
    startsAt,
    endsAt: startsAt + windowSeconds,
  }
}

/** Takes one from a share, with one write. @throws Problem too_many_requests */
export const takeOne = async (rateLimit: RateLimit, share: Share, nowMs: number): Promise<Allowance> => {
  const remaining = await take(windowOf(rateLimit, share, nowMs))
  if (remaining === undefined) throw refusal(rateLimit, nowMs)
  return allowance(rateLimit, remaining, nowMs)
}

/** Whether nothing is left of a share. It takes nothing. */
export const isUsedUp = async (rateLimit: RateLimit, share: Share, nowMs: number): Promise<boolean> =>
  (await leftIn(windowOf(rateLimit, share, nowMs))) <= 0

/** Gives back what was taken for nothing. */
export const giveBack = (rateLimit: RateLimit, share: Share, nowMs: number): Promise<void> =>
  giveBackTo(windowOf(rateLimit, share, nowMs))

/** What this container has taken in advance, by limit and client. */
const leases = new Map<string, Lease>()
const rememberedLeases = 1000

const takeLease = async (last: Lease | undefined, window: Window): Promise<Lease | undefined> => {
  const { limit, endsAt } = window
  for (const [refusals, { size, idle }] of asksAfter(last, limit, endsAt).entries()) {
    const remaining = await take(window, size, idle)
    if (remaining !== undefined) return granted(last, { size, isTight: refusals > 0, remaining, endsAt })
  }
  return undefined
}

/**
 * Takes one from the client's share of a limit that every request meets: by leases, which cost a fraction of a
 * write. @throws Problem too_many_requests
 */
export const takeLeased = async (rateLimit: RateLimit, caller: Caller, nowMs: number): Promise<Allowance> => {
  const id = `${rateLimit.name} ${caller.clientId}`
  const window = windowOf(rateLimit, { caller }, nowMs)
  const last = leases.get(id)
  const known = usedOnce(last, window.endsAt)
  // Taken out while the next is under way, so that no other call gives back the same idle share.
  if (!known) leases.delete(id)
  const lease = known ?? (await takeLease(last, window))
  if (!lease) throw refusal(rateLimit, nowMs)
  if (leases.size >= rememberedLeases) leases.clear()
  leases.set(id, lease)
  return allowance(rateLimit, lease.remaining + lease.left, nowMs)
}
