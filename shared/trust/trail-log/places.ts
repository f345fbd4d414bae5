import { type LogPlace, logOf, logPlaceIn } from '../../table/keys.ts'
import { pages } from '../../table/pages.ts'
import type { Item } from '../../table/port.ts'

const byPlace = (one: Item, other: Item): number => (String(one.gsi1sk) < String(other.gsi1sk) ? -1 : 1)

/** Every entry that was written in an hour: by organisation, mode, verification and place in its trail. */
export const findPlaces = async (hour: string): Promise<readonly LogPlace[]> => {
  const parts = await Promise.all(logOf(hour).map(part => pages<Item>(part)))
  return parts.flat().toSorted(byPlace).map(logPlaceIn)
}
