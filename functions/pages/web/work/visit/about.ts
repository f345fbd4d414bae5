import type { Slot } from '../../../../../shared/evidence/contract.ts'
import { type Coordinates, metresBetween } from '../../../../../shared/location/position.ts'
import type { WorkItem } from '../../../../../shared/work/contract.ts'
import type { About } from './answers.ts'

export const personOf = ({ applicant }: WorkItem): string =>
  [applicant.firstname, applicant.middlename, applicant.lastname].filter(Boolean).join(' ')

export const aboutOf = (work: WorkItem): About =>
  work.business
    ? { name: work.business.businessName, isBusiness: true }
    : { name: personOf(work), isBusiness: false }

export const titleOf = ({ place, employer, id }: WorkItem): string => place?.street ?? employer?.name ?? id

/** City, LGA and state. */
export const areaOf = ({ place }: WorkItem): string =>
  [...new Set([place?.city, place?.lgaName, place?.stateName])].filter(Boolean).join(', ')

/** Opens the phone's map (RFC 5870); the query is for Android's maps. */
export const mapUrl = (work: WorkItem): string => {
  const { latitude, longitude, street, city } = work.place!
  const search = encodeURIComponent(`${street}, ${city}`)
  return `geo:${latitude},${longitude}?q=${search}`
}

/** Metres; undefined where either is not known. */
export const metresTo = (work: WorkItem, here: Coordinates | undefined): number | undefined =>
  here && work.place ? metresBetween(here, work.place) : undefined

const isLate = ({ dueAt }: WorkItem, nowMs: number): boolean => Date.parse(dueAt) <= nowMs

/** What is late first, then what is near, then what is due. */
export const inOrder = (
  works: readonly WorkItem[],
  { here, nowMs }: { readonly here: Coordinates | undefined; readonly nowMs: number },
): readonly WorkItem[] =>
  [...works].sort(
    (one, other) =>
      Number(isLate(other, nowMs)) - Number(isLate(one, nowMs)) ||
      (metresTo(one, here) ?? 0) - (metresTo(other, here) ?? 0) ||
      Date.parse(one.dueAt) - Date.parse(other.dueAt),
  )

export interface WantedPhoto {
  readonly slot: Slot
  readonly name: string
  readonly hint: string
  readonly isOptional?: boolean
}

const building: readonly WantedPhoto[] = [
  {
    slot: 'exteriorPhotos.photo1',
    name: 'Front of the house',
    hint: 'The whole front. Stand across the street.',
  },
  { slot: 'exteriorPhotos.photo2', name: 'The street', hint: 'Along the street, with the house in it.' },
  {
    slot: 'exteriorPhotos.photo3',
    name: 'Gate or number',
    hint: 'Close up: the gate, the door, or the number.',
  },
  {
    slot: 'interiorPhotos.photo1',
    name: 'Inside',
    hint: 'Only if they let you in. No people.',
    isOptional: true,
  },
  {
    slot: 'extraPhotos.photo1',
    name: 'Something else',
    hint: 'A landmark, a notice, a closed gate.',
    isOptional: true,
  },
]

const inWordsOfBusiness: Partial<Record<Slot, Pick<WantedPhoto, 'name' | 'hint'>>> = {
  'exteriorPhotos.photo1': {
    name: 'Front of the building',
    hint: 'The whole front. Stand across the street.',
  },
  'exteriorPhotos.photo3': {
    name: 'Sign or number',
    hint: 'Close up: the sign of the business, or the number.',
  },
}

/** In the order in which one comes past them. */
export const wantedPhotos = (isBusiness: boolean): readonly WantedPhoto[] =>
  isBusiness ? building.map(each => ({ ...each, ...inWordsOfBusiness[each.slot] })) : building

export const nameOfSlot = (slot: Slot, isBusiness: boolean): string =>
  wantedPhotos(isBusiness).find(each => each.slot === slot)?.name ?? slot
