import { byLogPlace, logOf, logPlaceIn } from '../../table/keys.ts'
import { pages } from '../../table/pages.ts'
import type { Item } from '../../table/port.ts'
import type { LogPlace } from '../../table/tenant.ts'

/** Every entry that was written in an hour: by organisation, mode, verification and place in its trail. */
export const findPlaces = async (hour: string): Promise<readonly LogPlace[]> => {
  const parts = await Promise.all(logOf(hour).map(part => pages<Item>(part)))
  return parts.flat().toSorted(byLogPlace).map(logPlaceIn)
}
