import { count } from '../aws/metric.ts'
import { Problem } from '../http/contract/problem.ts'
import type { Allowance } from '../http/rate-limit.ts'
import type { Tenant } from '../table/tenant.ts'
import { endOfDay, isDayOver, refuseFruitless, takeFruitless } from './limits.ts'

/** What this container knows of the organisations' days in live mode, and until when it relies on that. */
const known = new Map<number, { readonly isOver: boolean; readonly untilMs: number }>()
const rememberedOrganisations = 1000
const freshMs = 10_000

const remember = ({ organisationId }: Tenant, isOver: boolean, nowMs: number): boolean => {
  if (known.size >= rememberedOrganisations) known.clear()
  known.set(organisationId, { isOver, untilMs: isOver ? endOfDay(nowMs) : nowMs + freshMs })
  return isOver
}

/**
 * Refuses an organisation of whose look-ups too many came to nothing today, before the registry is asked. What is
 * known may be some seconds old: `countEnd` takes what must not be exceeded. @throws Problem too_many_requests
 */
export const refuseFruitlessDay = async (tenant: Tenant, nowMs: number): Promise<void> => {
  const last = known.get(tenant.organisationId)
  const isOver =
    last && nowMs < last.untilMs ? last.isOver : remember(tenant, await isDayOver(tenant, nowMs), nowMs)
  if (isOver) throw refuseFruitless(nowMs)
}

/** How a look-up ended; `isFruitless`: nobody has the number, or nothing that was claimed agrees. */
export interface Ended extends Tenant {
  readonly product: string
  readonly isFruitless: boolean
}

/**
 * Counts a look-up that the registry has answered. What came to nothing is taken from the organisation's day before
 * anybody hears of it, so that no race gives more such answers. In test mode numbers are nobody's.
 * @throws Problem too_many_requests
 */
export const countEnd = async (ended: Ended, nowMs: number): Promise<Allowance | undefined> => {
  if (ended.mode === 'test') return undefined
  count(ended.product, { Concluded: 1, Fruitless: ended.isFruitless ? 1 : 0 })
  if (!ended.isFruitless) return undefined
  try {
    return await takeFruitless(ended, nowMs)
  } catch (error) {
    if (error instanceof Problem) remember(ended, true, nowMs)
    throw error
  }
}
