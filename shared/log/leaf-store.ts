import { mapConcurrently } from '../aws/concurrency.ts'
import { queryAll } from '../table/paging.ts'
import type { Item } from '../table/port.ts'
import { type LogLeaf, toVerificationKey } from '../table/tenant.ts'
import { compareLogLeaves, logQuery, parseLogStart } from '../trail/kinds.ts'
import { readLogRun } from '../trail/read-store.ts'

/** Sorted by organisation, mode, verification and number of the entry. */
export const listLeaves = async (hour: string): Promise<readonly LogLeaf[]> => {
  const starts = await Promise.all(logQuery(hour).map(part => queryAll<Item>(part)))
  const runs = await mapConcurrently(starts.flat().map(parseLogStart), async ({ n, ...of }) => {
    const key = toVerificationKey(of)
    return (await readLogRun(key, n, hour)).map(entry => ({ ...key, ...entry }))
  })
  return runs.flat().toSorted(compareLogLeaves)
}
