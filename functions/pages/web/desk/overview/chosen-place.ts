import { hashUrl, useHashRoute } from '../../ui/page.tsx'

const openWord = 'places'

/** Address of the map: of the country, or of a chosen state or LGA. */
export const placesUrl = (id?: number): string => hashUrl('overview', openWord, ...(id ? [`${id}`] : []))

/** What the address says: whether the map is open, and the id of a state (from 1) or LGA (from 101). */
export const useChosenPlace = () => {
  const [, word, id = ''] = useHashRoute()
  const isOpen = word === openWord
  return { isOpen, chosen: isOpen && /^[1-9]\d{0,3}$/.test(id) ? Number(id) : undefined }
}

/** An LGA's id is its state's and its place there: 2411. */
export const stateIdOf = (id: number): number => (id > 100 ? Math.floor(id / 100) : id)

/** Whether an LGA is the chosen one, or in the chosen state. Without a choice everything is. */
export const isIn = (chosen: number | undefined, lgaId: number | null): boolean =>
  chosen === undefined || (lgaId !== null && (lgaId === chosen || stateIdOf(lgaId) === chosen))
