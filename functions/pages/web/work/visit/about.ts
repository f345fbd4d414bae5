import type { Fix, Slot } from '../../../../../shared/evidence/contract.ts'
import {
  type Coordinates,
  formatDistance,
  isCentre,
  metresBetween,
} from '../../../../../shared/location/position.ts'
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

/** Where the phone was last. */
type PhonePosition = Coordinates & Pick<Fix, 'accuracyMetres'>

const isPrecise = ({ place }: WorkItem): boolean => place !== null && !isCentre(place.precision)

/** Metres to the address; undefined where an area alone is known of it, or nothing of the phone. */
const metresTo = (work: WorkItem, here: PhonePosition | undefined): number | undefined =>
  here && isPrecise(work) ? metresBetween(here, work.place!) : undefined

const precisionTexts = { stated: 'position as stated', confirmed: 'position confirmed on a map' } as const

/** A phone that knows less of its own place than the distance says `less than 3.2 km from here`. */
const describeDistance = (metres: number, { accuracyMetres }: PhonePosition): string =>
  accuracyMetres <= Math.max(metres, 100)
    ? `about ${formatDistance(metres)} from here`
    : `less than ${formatDistance(metres + accuracyMetres)} from here`

/** How far it is, and how the position is known; where only an area is known, `somewhere in Surulere`. */
export const describeWayTo = (work: WorkItem, here: PhonePosition | undefined): string | undefined => {
  if (!work.place) return undefined
  const { precision, lgaName } = work.place
  if (precision === 'lga_centre' || precision === 'state_centre') return `somewhere in ${lgaName}`
  const metres = metresTo(work, here)
  const known = precisionTexts[precision]
  return metres === undefined ? known : `${describeDistance(metres, here!)}, ${known}`
}

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether each word stands in the street, the landmark, the town or the name. */
export const isFoundBy = (work: WorkItem, words: string): boolean => {
  const { place, business, employer } = work
  const texts = [
    titleOf(work),
    place?.landmark,
    areaOf(work),
    personOf(work),
    business?.businessName,
    employer?.name,
  ]
  const text = fold(texts.join(' '))
  return fold(words)
    .split(/\s+/)
    .every(word => text.includes(word))
}

export const isLate = ({ dueAt }: WorkItem, nowMs: number): boolean => Date.parse(dueAt) <= nowMs

/** What is late first; then what is known to be near; then, where no distance is known, what is due. */
export const inOrder = (
  works: readonly WorkItem[],
  { here, nowMs }: { readonly here: PhonePosition | undefined; readonly nowMs: number },
): readonly WorkItem[] =>
  [...works].sort(
    (one, other) =>
      Number(isLate(other, nowMs)) - Number(isLate(one, nowMs)) ||
      // Neither known: the difference is no number, and the next rule decides.
      (metresTo(one, here) ?? Number.POSITIVE_INFINITY) -
        (metresTo(other, here) ?? Number.POSITIVE_INFINITY) ||
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
