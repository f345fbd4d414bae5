import { count } from '../aws/metric.ts'
import { Problem } from '../http/contract/problem.ts'
import type { Allowance } from '../http/rate-limit.ts'
import type { Tenant } from '../table/tenant.ts'
import { dayOf, refuseFruitless, takeFruitless } from './limits.ts'

/** Organisations that this container knows to have used up a day's share, with the day. */
const usedUp = new Map<number, number>()
const rememberedOrganisations = 1000

/**
 * Refuses whom this container knows to have used up the day, before the registry is asked. Only answers are counted,
 * so that what comes to something costs no write. @throws Problem too_many_requests
 */
export const refuseUsedUp = ({ organisationId }: Tenant, nowMs: number): void => {
  if (usedUp.get(organisationId) === dayOf(nowMs)) throw refuseFruitless(nowMs)
}

const remember = (organisationId: number, nowMs: number): void => {
  if (usedUp.size >= rememberedOrganisations) usedUp.clear()
  usedUp.set(organisationId, dayOf(nowMs))
}

/** How a look-up in live mode ended: with `isFruitless`, nobody has the number, or nothing that was claimed agrees. */
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
    if (error instanceof Problem) remember(ended.organisationId, nowMs)
    throw error
  }
}
