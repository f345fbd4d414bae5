import type { Caller } from '../account/caller.ts'
import { setting } from '../aws/environment.ts'
import type { Problem } from '../http/contract/problem.ts'
import {
  type RateLimitStatus,
  refundOne,
  isExhausted,
  type RateLimit,
  rateLimitProblem,
  consumeLeased,
  consumeOne,
} from '../http/rate-limit.ts'
import type { Tenant } from '../table/tenant.ts'

const daySeconds = 86_400
const dayMs = daySeconds * 1000

const lookUpsOfClient = (): RateLimit => ({
  name: 'client',
  limit: setting('LOOKUP_LIMITS').perClientPerMinute,
  windowSeconds: 60,
  detail: 'This client makes more look-ups than its limit allows.',
})

const questionsAboutNumber = (): RateLimit => ({
  name: 'number',
  per: 'organisation',
  limit: setting('LOOKUP_LIMITS').perNumberPerDay,
  windowSeconds: daySeconds,
  detail: 'This organisation asked about this id number too often.',
})

const fruitlessLookUps = (): RateLimit => ({
  name: 'fruitless',
  per: 'organisation',
  limit: setting('LOOKUP_LIMITS').fruitlessPerDay,
  windowSeconds: daySeconds,
  detail:
    'This organisation asked about too many id numbers that nobody has or that belong to somebody else.',
})

/** @throws Problem too_many_requests */
export const consumeClientLookup = (caller: Caller, nowMs: number): Promise<RateLimitStatus> =>
  consumeLeased(lookUpsOfClient(), caller, nowMs)

/** Shared by all clients of an organisation in a mode. */
const shareOf = ({ organisationId, mode }: Tenant) => ({ caller: { organisationId, mode } })

/** @throws Problem too_many_requests */
export const consumeNumberLookup = (
  tenant: Tenant,
  digest: string,
  nowMs: number,
): Promise<RateLimitStatus> =>
  consumeOne(questionsAboutNumber(), { ...shareOf(tenant), subject: digest }, nowMs)

/** After a registry failure, which reveals nothing. */
export const refundNumberLookup = (tenant: Tenant, digest: string, nowMs: number): Promise<void> =>
  refundOne(questionsAboutNumber(), { ...shareOf(tenant), subject: digest }, nowMs)

export const numberLimitProblem = (nowMs: number): Problem => rateLimitProblem(questionsAboutNumber(), nowMs)

/** @throws Problem too_many_requests */
export const consumeUnmatched = (tenant: Tenant, nowMs: number): Promise<RateLimitStatus> =>
  consumeOne(fruitlessLookUps(), shareOf(tenant), nowMs)

export const isUnmatchedLimitReached = (tenant: Tenant, nowMs: number): Promise<boolean> =>
  isExhausted(fruitlessLookUps(), shareOf(tenant), nowMs)

export const unmatchedLimitProblem = (nowMs: number): Problem => rateLimitProblem(fruitlessLookUps(), nowMs)

export const limitDayEnd = (nowMs: number): number => (Math.floor(nowMs / dayMs) + 1) * dayMs
