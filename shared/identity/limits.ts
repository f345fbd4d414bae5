import type { Caller } from '../account/caller.ts'
import { setting } from '../aws/environment.ts'
import { Problem } from '../http/contract/problem.ts'
import {
  consumeLeased,
  consumeOne,
  isExhausted,
  type RateLimit,
  type RateLimitStatus,
  rateLimitProblem,
  refundOne,
} from '../http/rate-limit.ts'
import { emitMetrics, toMeasurement } from '../metrics/emit.ts'
import type { Tenant } from '../table/tenant.ts'
import type { MatchStatus } from './matching/matching.ts'
import type { IdentityProduct } from './products.ts'

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

/** What this container knows of the organisations' days in live mode, and until when it relies on that. */
const known = new Map<number, { readonly isOver: boolean; readonly untilMs: number }>()
const rememberedOrganisations = 1000
const freshMs = 10_000

const remember = ({ organisationId }: Tenant, isOver: boolean, nowMs: number): boolean => {
  if (known.size >= rememberedOrganisations) known.clear()
  known.set(organisationId, { isOver, untilMs: isOver ? limitDayEnd(nowMs) : nowMs + freshMs })
  return isOver
}

/**
 * Refuses an organisation of whose look-ups too many came to nothing today, before the registry is asked. What is
 * known may be some seconds old: `countEnd` takes what must not be exceeded. @throws Problem too_many_requests
 */
export const refuseOverUnmatchedLimit = async (tenant: Tenant, nowMs: number): Promise<void> => {
  const last = known.get(tenant.organisationId)
  const isOver =
    last && nowMs < last.untilMs
      ? last.isOver
      : remember(tenant, await isUnmatchedLimitReached(tenant, nowMs), nowMs)
  if (isOver) throw unmatchedLimitProblem(nowMs)
}

/** How a look-up ended that the registry has answered. */
export interface LookupResult extends Tenant {
  readonly product: IdentityProduct
  readonly verdict: MatchStatus | 'NOT_FOUND'
  /** What it costs, in NGN. */
  readonly price: number
}

/** Whether nobody has the number, or nothing that was claimed agrees. */
const isFruitless = ({ verdict }: LookupResult): boolean => verdict === 'NO_MATCH' || verdict === 'NOT_FOUND'

/** One that a limit refuses at this very moment is in it, with its price: a few a day at most. */
const countLive = (ended: LookupResult): void => {
  const { product, verdict, price } = ended
  const counts = { LookupsAnswered: 1, LookupsUnmatched: isFruitless(ended) ? 1 : 0, Charged: price }
  emitMetrics(toMeasurement({ product }, counts), toMeasurement({ product, verdict }, { Verdicts: 1 }))
}

/**
 * Counts a look-up that the registry has answered. What came to nothing is taken from the organisation's day before
 * anybody hears of it, so that no race gives more such answers. In test mode numbers are nobody's.
 * @throws Problem too_many_requests
 */
export const countLookupResult = async (
  ended: LookupResult,
  nowMs: number,
): Promise<RateLimitStatus | undefined> => {
  if (ended.mode === 'test') return undefined
  countLive(ended)
  if (!isFruitless(ended)) return undefined
  try {
    return await consumeUnmatched(ended, nowMs)
  } catch (error) {
    if (error instanceof Problem) remember(ended, true, nowMs)
    throw error
  }
}
