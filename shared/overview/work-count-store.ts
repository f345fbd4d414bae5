import type { ListedWork } from '../work/assignment/list-store.ts'
import { packStats, unpackStats } from '../numbers/day-store.ts'
import { database } from '../table/driver.ts'
import { statsKind, workCountKey } from '../numbers/kinds.ts'
import { conditionsMet } from '../table/port.ts'
import { expiresAt } from '../table/retention.ts'
import type { Mode } from '../table/tenant.ts'
import type { WorkCounts } from './counted-work.ts'
import type { HeldWork } from './results.ts'

/** What the overview says of open work. */
export interface WorkCount {
  readonly work: WorkCounts
  readonly held: HeldWork
  /** What is late longest. */
  readonly late: readonly ListedWork[]
}

/** In place of the count before, unless that is the later one. */
export const saveWorkCount = async (mode: Mode, count: WorkCount): Promise<void> => {
  const at = count.work.countedAt
  const stored = { at, count: packStats(count), expiresAt: expiresAt(at, statsKind.days) }
  await conditionsMet(
    database.write({
      put: { ...workCountKey(mode), ...stored },
      condition: { when: 'attribute_not_exists(#pk) OR #at < :at', values: { at } },
    }),
  )
}

export const findWorkCount = async (mode: Mode): Promise<WorkCount | undefined> => {
  const stored = await database.get<{ readonly count: Uint8Array }>(workCountKey(mode))
  return stored && (unpackStats(stored.count) as WorkCount)
}
