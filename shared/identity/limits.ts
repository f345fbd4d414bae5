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

const dayMs = 86_400_000

type LimitName = 'client' | 'number' | 'fruitless'

const limitFor = (name: LimitName): RateLimit => {
  const { perClientPerMinute, perNumberPerDay, fruitlessPerDay } = setting('LOOKUP_LIMITS')
  const daily = { per: 'organisation', windowSeconds: dayMs / 1000 } as const
  const limits: Readonly<Record<LimitName, RateLimit>> = {
    client: {
      name: 'client',
      limit: perClientPerMinute,
      windowSeconds: 60,
      detail: 'This client makes more look-ups than its limit allows.',
    },
    number: {
      ...daily,
      name: 'number',
      limit: perNumberPerDay,
      detail: 'This organisation asked about this id number too often.',
    },
    fruitless: {
      ...daily,
      name: 'fruitless',
      limit: fruitlessPerDay,
      detail:
        'This organisation asked about too many id numbers that nobody has or that belong to somebody else.',
    },
  }
  return limits[name]
}

export const consumeClientLookup = (caller: Caller, nowMs: number): Promise<RateLimitStatus> =>
  consumeLeased(limitFor('client'), caller, nowMs)

/** Shared by all clients of an organisation in a mode. */
const shareOf = ({ organisationId, mode }: Tenant) => ({ caller: { organisationId, mode } })

export const consumeNumberLookup = (
  tenant: Tenant,
  digest: string,
  nowMs: number,
): Promise<RateLimitStatus> => consumeOne(limitFor('number'), { ...shareOf(tenant), subject: digest }, nowMs)

/** After a registry failure, which reveals nothing. */
export const refundNumberLookup = (tenant: Tenant, digest: string, nowMs: number): Promise<void> =>
  refundOne(limitFor('number'), { ...shareOf(tenant), subject: digest }, nowMs)

export const numberLimitProblem = (nowMs: number): Problem => rateLimitProblem(limitFor('number'), nowMs)

/** What this container knows of the organisations' days in live mode, and until when it relies on that. */
const known = new Map<number, { readonly isOver: boolean; readonly untilMs: number }>()
const rememberedOrganisations = 1000
const freshMs = 10_000

const remember = ({ organisationId }: Tenant, isOver: boolean, nowMs: number): boolean => {
  if (known.size >= rememberedOrganisations) known.clear()
  const dayEndMs = (Math.floor(nowMs / dayMs) + 1) * dayMs
  known.set(organisationId, { isOver, untilMs: isOver ? dayEndMs : nowMs + freshMs })
  return isOver
}

/**
 * Refuses an organisation with too many unmatched lookups today, before the registry is asked. What is known may be
 * some seconds old: `countLookupResult` takes what must not be exceeded. @throws Problem too_many_requests
 */
export const refuseOverUnmatchedLimit = async (tenant: Tenant, nowMs: number): Promise<void> => {
  const limit = limitFor('fruitless')
  const last = known.get(tenant.organisationId)
  const isOver =
    last && nowMs < last.untilMs
      ? last.isOver
      : remember(tenant, await isExhausted(limit, shareOf(tenant), nowMs), nowMs)
  if (isOver) throw rateLimitProblem(limit, nowMs)
}

export interface LookupResult extends Tenant {
  readonly product: IdentityProduct
  readonly verdict: MatchStatus | 'NOT_FOUND'
}

/**
 * Counts a lookup that the registry has answered, even if a limit refuses it now. An unmatched one is
 * taken from the organisation's day before anybody hears of it, so that no race gives more such answers. In test mode
 * numbers are nobody's. @throws Problem too_many_requests
 */
export const countLookupResult = async (
  ended: LookupResult,
  nowMs: number,
): Promise<RateLimitStatus | undefined> => {
  const { mode, product, verdict } = ended
  if (mode === 'test') return undefined
  const isUnmatched = verdict === 'NO_MATCH' || verdict === 'NOT_FOUND'
  const counts = { LookupsAnswered: 1, LookupsUnmatched: isUnmatched ? 1 : 0 }
  emitMetrics(toMeasurement({ product }, counts))
  if (!isUnmatched) return undefined
  try {
    return await consumeOne(limitFor('fruitless'), shareOf(ended), nowMs)
  } catch (error) {
    if (error instanceof Problem) remember(ended, true, nowMs)
    throw error
  }
}
