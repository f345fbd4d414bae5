import { compareLogLeaves, logQuery, parseLogLeaf } from '../../table/keys.ts'
import { queryAll } from '../../table/paging.ts'
import type { Item } from '../../table/port.ts'
import type { LogLeaf } from '../../table/tenant.ts'

/** Sorted by organisation, mode, verification and number of the entry. */
export const listLeaves = async (hour: string): Promise<readonly LogLeaf[]> => {
  const parts = await Promise.all(logQuery(hour).map(part => queryAll<Item>(part)))
  return parts.flat().toSorted(compareLogLeaves).map(parseLogLeaf)
}
