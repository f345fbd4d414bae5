import { compareLogLeaves, logQuery, parseLogLeaf } from '../../table/keys.ts'
import { queryAll } from '../../table/paging.ts'
import type { Item } from '../../table/port.ts'
import type { LogLeaf } from '../../table/tenant.ts'

/** Every entry that was written in an hour: by organisation, mode, verification and place in its trail. */
export const listLeaves = async (hour: string): Promise<readonly LogLeaf[]> => {
  const parts = await Promise.all(logQuery(hour).map(part => queryAll<Item>(part)))
  return parts.flat().toSorted(compareLogLeaves).map(parseLogLeaf)
}
