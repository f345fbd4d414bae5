import { database } from '../table/driver.ts'
import { ConditionFailedError } from '../table/port.ts'
import type { Tenant } from '../table/tenant.ts'
import { anonymousLimitKey, rateLimitKey } from './kinds.ts'
import type { LeaseRequest } from './lease.ts'

export interface LimitWindow {
  readonly of: Tenant | undefined
  readonly clientId: string | undefined
  readonly name: string
  readonly subject: string
  readonly limit: number
  readonly startsAt: number
  readonly endsAt: number
}

const keyOf = ({ of, clientId, name, subject, startsAt }: LimitWindow) =>
  of ? rateLimitKey(of, [clientId, name, subject], startsAt) : anonymousLimitKey(name, subject, startsAt)

const hasLeft = '(attribute_not_exists(#used) OR #used <= :most)'
const mayLieIdle = '(attribute_not_exists(#idle) OR #idle <= :mostIdle)'

/**
 * Consumes by one conditional write, so that concurrent calls get no more than there is. Returns what is left, or
 * undefined if too little was left or too much would lie idle. Costs one write unit.
 */
export const consumeUnits = async (
  window: LimitWindow,
  count = 1,
  idle: LeaseRequest['idle'] = { add: 0, most: 0 },
): Promise<number | undefined> => {
  const { limit, endsAt } = window
  const isLarger = idle.add > 0
  try {
    const item = await database.update<{ used: number }>({
      update: keyOf(window),
      set: { expiresAt: endsAt },
      add: { used: count, ...(idle.add !== 0 && { idle: idle.add }) },
      condition: {
        when: isLarger ? `${hasLeft} AND ${mayLieIdle}` : hasLeft,
        values: { most: limit - count, ...(isLarger && { mostIdle: idle.most - idle.add }) },
      },
    })
    return limit - item.used
  } catch (error) {
    if (error instanceof ConditionFailedError) return undefined
    throw error
  }
}

/** Eventually consistent: half a read unit. */
export const remainingUnits = async (window: LimitWindow): Promise<number> => {
  const item = await database.get<{ used: number }>(keyOf(window))
  return window.limit - (item?.used ?? 0)
}

export const refundUnits = async (window: LimitWindow, count = 1): Promise<void> => {
  await database.write({ update: keyOf(window), set: { expiresAt: window.endsAt }, add: { used: -count } })
}
