import { slotName } from '../../../../../shared/evidence/slot-texts.ts'
import { type Coordinates, metresBetween } from '../../../../../shared/location/position.ts'
import { isAddress, visitedPositionOf } from '../../../../../shared/work/comparison.ts'
import { type Photo, statedIn } from './evidence.ts'
import type { CaseFile } from './open-case.ts'

type MarkKind = 'stated' | 'report' | 'applicant' | 'photo'

interface MapItem extends Coordinates {
  readonly kind: MarkKind
  /** Label in the drawing. */
  readonly sign: string
  readonly name: string
  readonly accuracyMetres?: number
}

/** In units of the drawing. */
export interface Mark extends MapItem {
  readonly x: number
  readonly y: number
  readonly radius: number
}

export const width = 320
export const height = 240
const margin = 28
/** Closer points are not drawn apart: about one yard of a house. */
const smallestMetres = 30

export const reportedPosition = ({ review: { found } }: CaseFile): Coordinates | undefined =>
  isAddress(found) ? visitedPositionOf(found) : undefined

const applicantPlace = ({ applicantSays }: CaseFile): Coordinates | undefined =>
  applicantSays?.latitude != null && applicantSays.longitude != null
    ? { latitude: applicantSays.latitude, longitude: applicantSays.longitude }
    : undefined

const at = (
  kind: MarkKind,
  sign: string,
  name: string,
  place: Coordinates | undefined,
): readonly MapItem[] =>
  place ? [{ kind, sign, name, latitude: place.latitude, longitude: place.longitude }] : []

/** Everything of a case with a position, the stated address first. */
export const toMapItems = (file: CaseFile, photos: readonly Photo[]): readonly MapItem[] => [
  ...at('stated', 'A', file.property ? 'Address, confirmed on a map' : 'Stated address', statedIn(file)),
  ...at('report', 'R', 'Device at the report', reportedPosition(file)),
  ...at('applicant', 'P', 'Where the applicant says', applicantPlace(file)),
  ...photos.flatMap((photo, index): MapItem[] => {
    const { nearest } = photo.fixes
    if (!nearest) return []
    const { latitude, longitude, accuracyMetres } = nearest
    return [
      {
        kind: 'photo',
        sign: `${index + 1}`,
        name: slotName(photo.slot),
        latitude,
        longitude,
        accuracyMetres,
      },
    ]
  }),
]

/** Metres east and north, on a flat earth: right over the distances of a visit. */
const offsetFrom = (from: Coordinates, to: Coordinates) => {
  const east = metresBetween(from, { latitude: from.latitude, longitude: to.longitude })
  const north = metresBetween(from, { latitude: to.latitude, longitude: from.longitude })
  return {
    east: to.longitude < from.longitude ? -east : east,
    north: to.latitude < from.latitude ? -north : north,
  }
}

const winds = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const

export const directionTo = (from: Coordinates, to: Coordinates) => {
  const { east, north } = offsetFrom(from, to)
  const eighth = Math.round((Math.atan2(east, north) / (2 * Math.PI)) * 8)
  return { metres: metresBetween(from, to), wind: winds[(eighth + 8) % 8]! }
}

/** The largest of 1, 2 or 5 with noughts behind that is not longer. @param metres more than 0 */
const roundLength = (metres: number): number => {
  const power = 10 ** Math.floor(Math.log10(metres))
  return [5, 2, 1].map(digit => digit * power).find(length => length <= metres)!
}

export interface MapLayout {
  readonly marks: readonly Mark[]
  readonly scale: { readonly metres: number; readonly length: number }
}

/** Places everything to scale, north up. @param placed at least one */
export const layoutMap = (placed: readonly MapItem[]): MapLayout => {
  const offsets = placed.map(each => offsetFrom(placed[0]!, each))
  const reach = (pick: (offset: { east: number; north: number }) => number) => {
    const all = offsets.map(pick)
    return { from: Math.min(...all), to: Math.max(...all) }
  }
  const [easts, norths] = [reach(({ east }) => east), reach(({ north }) => north)]
  const spread = Math.max(easts.to - easts.from, norths.to - norths.from, smallestMetres)
  // A circle has room up to the size of the rest. A larger one is cut off, or all others would become points.
  const halo = Math.min(spread, Math.max(...placed.map(({ accuracyMetres = 0 }) => accuracyMetres)))
  const perMetre = Math.min(
    (width - 2 * margin) / Math.max(easts.to - easts.from + 2 * halo, smallestMetres),
    (height - 2 * margin) / Math.max(norths.to - norths.from + 2 * halo, smallestMetres),
  )
  const marks = placed.map((each, index) => ({
    ...each,
    x: width / 2 + (offsets[index]!.east - (easts.from + easts.to) / 2) * perMetre,
    y: height / 2 - (offsets[index]!.north - (norths.from + norths.to) / 2) * perMetre,
    radius: (each.accuracyMetres ?? 0) * perMetre,
  }))
  const metres = roundLength(width / 3 / perMetre)
  return { marks, scale: { metres, length: metres * perMetre } }
}

/** Marks that are closer share a label. */
const apart = 20

/** Groups marks beside each other under one label: `A R 1 2`. */
export const groupMarks = (
  marks: readonly Mark[],
): readonly (Mark & { readonly signs: readonly string[] })[] => {
  const groups: Mark[][] = []
  for (const mark of marks) {
    const near = groups.find(([first]) => Math.hypot(first!.x - mark.x, first!.y - mark.y) < apart)
    if (near) near.push(mark)
    else groups.push([mark])
  }
  return groups.map(group => ({ ...group[0]!, signs: group.map(({ sign }) => sign) }))
}
