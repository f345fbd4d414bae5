import { hashUrl, useHashRoute } from '../../ui/page.tsx'
import type { CaseFilter } from '../cases/link.ts'
import { stateIdOf } from '../overview/chosen-place.ts'

export const pageName = 'fieldwork'

/** The fieldwork of a state or LGA; without an id of the country. */
export const fieldworkUrl = (id?: number): string => hashUrl(pageName, ...(id ? [`${id}`] : []))

/** Id of the state or LGA that the address names; undefined of the country. */
export const useFieldworkPlace = (): number | undefined => {
  const [, id = ''] = useHashRoute()
  return /^[1-9]\d{0,3}$/.test(id) ? Number(id) : undefined
}

export const placeFilter = (id: number | undefined): CaseFilter => {
  if (id === undefined) return {}
  return stateIdOf(id) === id ? { stateId: `${id}` } : { lgaId: `${id}` }
}
