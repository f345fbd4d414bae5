import type { Slot } from '../../../../../shared/evidence/contract.ts'
import { type Coordinates, formatDistance, metresBetween } from '../../../../../shared/location/position.ts'
import type { WorkItem } from '../../../../../shared/work/contract.ts'
import type { About } from './answers.ts'

export const personOf = ({ applicant }: WorkItem): string =>
  [applicant.firstname, applicant.middlename, applicant.lastname].filter(Boolean).join(' ')

export const aboutOf = (work: WorkItem): About => ({
  name: work.business?.businessName ?? personOf(work),
  isBusiness: Boolean(work.business),
})

export const titleOf = ({ place, employer, id }: WorkItem): string => place?.street ?? employer?.name ?? id

/** City, LGA and state. */
export const areaOf = ({ place }: WorkItem): string =>
  [...new Set([place?.city, place?.lgaName, place?.stateName])].filter(Boolean).join(', ')

/** Opens the phone's map (RFC 5870); the query is for Android's maps. */
export const mapUrl = (work: WorkItem): string => {
  const { latitude, longitude, street, city } = work.place!
  return `geo:${latitude},${longitude}?q=${encodeURIComponent(`${street}, ${city}`)}`
}

/** Metres to the address, or to the middle of its LGA; undefined where either is not known. */
const metresTo = (work: WorkItem, here: Coordinates | undefined): number | undefined =>
  here && work.place ? metresBetween(here, work.place) : undefined

const precisionTexts = { stated: 'position as stated', confirmed: 'position confirmed on a map' } as const

/** How far it is, and how the position is known; where only an area is known, `somewhere in Surulere`. */
export const describeWayTo = (work: WorkItem, here: Coordinates | undefined): string | undefined => {
  if (!work.place) return undefined
  const { precision, lgaName } = work.place
  if (precision === 'lga_centre' || precision === 'state_centre') return `somewhere in ${lgaName}`
  const metres = metresTo(work, here)
  const known = precisionTexts[precision]
  return metres === undefined ? known : `about ${formatDistance(metres)} from here, ${known}`
}

export const isLate = ({ dueAt }: WorkItem, nowMs: number): boolean => Date.parse(dueAt) <= nowMs

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
  readonly isOptional: boolean
}

type PhotoTexts = readonly [slot: Slot, name: string, hint: string]

const forHouse: readonly PhotoTexts[] = [
  ['exteriorPhotos.photo1', 'Front of the house', 'The whole front. Stand across the street.'],
  ['exteriorPhotos.photo2', 'The street', 'Along the street, with the house in it.'],
  ['exteriorPhotos.photo3', 'Gate or number', 'Close up: the gate, the door, or the number.'],
  ['interiorPhotos.photo1', 'Inside', 'Only if they let you in. No people.'],
  ['extraPhotos.photo1', 'Something else', 'A landmark, a notice, a closed gate.'],
]
const forBusiness: readonly PhotoTexts[] = [
  ['exteriorPhotos.photo1', 'Front of the building', 'The whole front. Stand across the street.'],
  forHouse[1]!,
  ['exteriorPhotos.photo3', 'Sign or number', 'Close up: the sign of the business, or the number.'],
  ...forHouse.slice(3),
]

/** In the order in which one comes past them. */
export const wantedPhotos = (isBusiness: boolean): readonly WantedPhoto[] =>
  (isBusiness ? forBusiness : forHouse).map(([slot, name, hint]) => ({
    slot,
    name,
    hint,
    isOptional: !slot.startsWith('exterior'),
  }))
