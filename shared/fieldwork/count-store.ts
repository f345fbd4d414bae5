import { packStats, unpackStats } from '../numbers/day-store.ts'
import { fieldworkCountKey, statsKind } from '../numbers/kinds.ts'
import { database } from '../table/driver.ts'
import { conditionsMet } from '../table/port.ts'
import { expiresAt } from '../table/retention.ts'
import type { Mode } from '../table/tenant.ts'
import type { FieldworkCount } from './tally.ts'

interface StoredCount {
  readonly at: string
  readonly count: Uint8Array
}

/** In place of the count before, unless that is the later one. Returns whether it was. */
export const saveFieldworkCount = (mode: Mode, count: FieldworkCount): Promise<boolean> => {
  const { at } = count
  const stored: StoredCount = { at, count: packStats(count) }
  return conditionsMet(
    database.write({
      put: { ...fieldworkCountKey(mode), ...stored, expiresAt: expiresAt(at, statsKind.days) },
      condition: { when: 'attribute_not_exists(#pk) OR #at < :at', values: { at } },
    }),
  )
}

export const findFieldworkCount = async (mode: Mode): Promise<FieldworkCount | undefined> => {
  const stored = await database.get<StoredCount>(fieldworkCountKey(mode))
  return stored && (unpackStats(stored.count) as FieldworkCount)
}
