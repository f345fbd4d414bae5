import { database } from '../table/driver.ts'
import { ConditionFailed, type Key } from '../table/port.ts'

/** A window of a limit: its item's key, how much it allows, and when it is over. */
export interface Window {
  readonly key: Key
  readonly limit: number
  /** Seconds since 1970. */
  readonly endsAt: number
}

/**
 * Takes `count` from a window's rateLimit with one conditional write, so that any number at the same time get no
 * more than there is. Answers how much is left, or undefined if there was not enough. Costs one write unit.
 */
export const take = async ({ key, limit, endsAt }: Window, count = 1): Promise<number | undefined> => {
  try {
    const item = await database.write<{ used: number }>({
      update: key,
      set: { expiresAt: endsAt },
      add: { used: count },
      condition: { when: 'attribute_not_exists(#used) OR #used <= :most', values: { most: limit - count } },
    })
    return limit - (item?.used ?? limit)
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined
    throw error
  }
}

/** Gives back what was taken and not used. */
export const giveBack = async ({ key, endsAt }: Window, count = 1): Promise<void> => {
  await database.write({ update: key, set: { expiresAt: endsAt }, add: { used: -count } })
}
