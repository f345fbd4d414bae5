import type { Fix, Slot } from '../../../../../shared/evidence/contract.ts'
import { type Coordinates, isCentre, mapSearchUrl } from '../../../../../shared/location/position.ts'
import { formatDateTime, formatDistance } from '../../ui/format.ts'
import { titleOf } from '../../ui/work-title.ts'
import { internationalForm } from '../../../../../shared/verification/phone.ts'
import type { WorkItem } from '../../../../../shared/review/contract.ts'
import type { About } from './answers.ts'
import { metresTo } from './walk.ts'

export const personOf = ({ applicant }: WorkItem): string =>
  [applicant.firstname, applicant.middlename, applicant.lastname].filter(Boolean).join(' ')

export const aboutOf = (work: WorkItem): About => ({
  name: work.business?.businessName ?? personOf(work),
  isBusiness: Boolean(work.business),
})

/** `yours until 14:30`; undefined of what the agent does not hold. */
export const describeLease = ({ leaseUntil, isLeaseExtended }: WorkItem): string | undefined => {
  if (!leaseUntil) return undefined
  const words = `yours until ${formatDateTime(leaseUntil)}`
  return isLeaseExtended ? `${words}, extended once because this phone holds something` : words
}

/** City, LGA and state. */
export const areaOf = ({ place }: WorkItem): string =>
  [...new Set([place?.city, place?.lgaName, place?.stateName])].filter(Boolean).join(', ')

/** A map's links to one place: for the phone's own map, and for a browser, since not every phone has a map that listens. */
export interface MapLinks {
  readonly app: string
  readonly browser: string
}

/**
 * A pin where the place is known, else a search by the address: the middle of an area is nobody's house. `geo:` is of
 * RFC 5870; its query, and the 0,0 before a search, are of https://developer.android.com/guide/components/intents-common#Maps.
 */
export const mapLinks = (work: WorkItem): MapLinks => {
  const { latitude, longitude, street, stateName, precision } = work.place!
  if (isCentre(precision)) {
    const address = [street, areaOf(work), 'Nigeria'].join(', ')
    return { app: `geo:0,0?q=${encodeURIComponent(address)}`, browser: mapSearchUrl(address) }
  }
  const label = encodeURIComponent(`${street}, ${stateName}`.replace(/[()]/g, ' '))
  return {
    app: `geo:${latitude},${longitude}?q=${latitude},${longitude}(${label})`,
    browser: mapSearchUrl(`${latitude},${longitude}`),
  }
}

/** Whether the customer lets the agent call. */
export const canCall = ({ business }: WorkItem): boolean => business?.canContactPoc ?? true

/** Links that call somebody, or begin to write to them; `whatsApp` only for a number that is known in its international form. */
export const contactLinks = (phone: string) => {
  const international = internationalForm(phone)
  const number = international ?? phone.replace(/[^\d+]/g, '')
  return {
    call: `tel:${number}`,
    text: `sms:${number}`,
    ...(international && { whatsApp: `https://wa.me/${international.slice(1)}` }),
  }
}

/** Where the phone was last. */
type PhonePosition = Coordinates & Pick<Fix, 'accuracyMetres'>

const precisionTexts = { stated: 'position as stated', confirmed: 'position confirmed on a map' } as const

const isKnownWell = (metres: number, { accuracyMetres }: PhonePosition): boolean =>
  accuracyMetres <= Math.max(metres, 100)

/** A phone that knows less of its own place than the distance says `less than 3.2 km from here`. */
const describeDistance = (metres: number, here: PhonePosition): string =>
  isKnownWell(metres, here)
    ? `about ${formatDistance(metres)} from here`
    : `less than ${formatDistance(metres + here.accuracyMetres)} from here`

/** How far it is, and how the position is known; where only an area is known, `somewhere in Surulere`. */
export const describeWayTo = (work: WorkItem, here: PhonePosition | undefined): string | undefined => {
  if (!work.place) return undefined
  const { precision, lgaName } = work.place
  if (precision === 'lga_centre' || precision === 'state_centre') return `somewhere in ${lgaName}`
  const metres = metresTo(work, here)
  const known = precisionTexts[precision]
  return metres === undefined ? known : `${describeDistance(metres, here!)}, ${known}`
}

/** `6.8 km`, `under 61 km` of a phone that knows less of its own place, `somewhere in Surulere`. */
const describeShortWay = (work: WorkItem, here: PhonePosition | undefined): string | undefined => {
  if (!work.place) return undefined
  const { precision, lgaName } = work.place
  if (isCentre(precision)) return `somewhere in ${lgaName}`
  const metres = metresTo(work, here)
  if (metres === undefined || !here) return undefined
  return isKnownWell(metres, here)
    ? formatDistance(metres)
    : `under ${formatDistance(metres + here.accuracyMetres)}`
}

/** `6.8 km · by Mon 30 Nov, 07:50`: how far it is and until when there is time. */
export const describeStop = (work: WorkItem, here: PhonePosition | undefined): string =>
  [describeShortWay(work, here), `by ${formatDateTime(work.dueAt)}`].filter(Boolean).join(' · ')

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
