import { slotName } from '../../../../../shared/evidence/slot-texts.ts'
import { type Coordinates, metresBetween } from '../../../../../shared/location/position.ts'
import { formatDistance } from '../../ui/format.ts'
import { type Photo, reportedPosition, statedIn } from './evidence.ts'
import type { CaseFile } from './open-case.ts'
import { Statement } from './statements.tsx'

interface MapItem {
  readonly kind: 'stated' | 'report' | 'applicant' | 'photo'
  /** Label in the drawing. */
  readonly sign: string
  readonly name: string
  readonly at: Coordinates
  readonly accuracyMetres?: number | undefined
}

/** In units of the drawing. */
interface Mark extends MapItem {
  readonly x: number
  readonly y: number
  readonly radius: number
}

const width = 320
const height = 240
const margin = 28
/** Closer points are not drawn apart: about one yard of a house. */
const smallestMetres = 30
/** Marks that are closer share a label. */
const apart = 20
/** Half the side of a square, or the radius of a point. */
const half = 4.5

const applicantPlace = ({ applicantSays }: CaseFile): Coordinates | undefined =>
  applicantSays?.latitude != null && applicantSays.longitude != null
    ? { latitude: applicantSays.latitude, longitude: applicantSays.longitude }
    : undefined

/** Everything of a case with a position, the stated address first. */
const toMapItems = (file: CaseFile, photos: readonly Photo[]): readonly MapItem[] => {
  const isConfirmed = file.place?.precision === 'confirmed'
  const stated = isConfirmed ? 'Address, confirmed on a map' : 'Stated address'
  return [
    { kind: 'stated' as const, sign: 'A', name: stated, at: statedIn(file) },
    { kind: 'report' as const, sign: 'R', name: 'Device at the report', at: reportedPosition(file) },
    { kind: 'applicant' as const, sign: 'P', name: 'Where the applicant says', at: applicantPlace(file) },
    ...photos.map(({ slot, fixes: { nearest } }, index) => ({
      kind: 'photo' as const,
      sign: `${index + 1}`,
      name: slotName(slot),
      at: nearest,
      accuracyMetres: nearest?.accuracyMetres,
    })),
  ].flatMap(item => (item.at ? [{ ...item, at: item.at }] : []))
}

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

/** Distance and direction: `85 m NE`. */
const describeWay = (from: Coordinates, to: Coordinates): string => {
  const { east, north } = offsetFrom(from, to)
  const eighth = Math.round((Math.atan2(east, north) / (2 * Math.PI)) * 8)
  return `${formatDistance(metresBetween(from, to))} ${winds[(eighth + 8) % 8]}`
}

/** The largest of 1, 2 or 5 with noughts behind that is not longer. @param metres more than 0 */
const roundLength = (metres: number): number => {
  const power = 10 ** Math.floor(Math.log10(metres))
  return [5, 2, 1].map(digit => digit * power).find(length => length <= metres)!
}

const extentOf = (values: readonly number[]) => {
  const [from, to] = [Math.min(...values), Math.max(...values)]
  return { middle: (from + to) / 2, length: to - from }
}

/** Places everything to scale, north up. @param placed at least one */
const layoutMap = (placed: readonly MapItem[]) => {
  const offsets = placed.map(({ at }) => offsetFrom(placed[0]!.at, at))
  const [easts, norths] = [
    extentOf(offsets.map(({ east }) => east)),
    extentOf(offsets.map(({ north }) => north)),
  ]
  const spread = Math.max(easts.length, norths.length, smallestMetres)
  // A circle has room up to the size of the rest. A larger one is cut off, or all others would become points.
  const halo = Math.min(spread, Math.max(...placed.map(({ accuracyMetres = 0 }) => accuracyMetres)))
  const perMetre = Math.min(
    (width - 2 * margin) / Math.max(easts.length + 2 * halo, smallestMetres),
    (height - 2 * margin) / Math.max(norths.length + 2 * halo, smallestMetres),
  )
  const marks = placed.map((item, index) => ({
    ...item,
    x: width / 2 + (offsets[index]!.east - easts.middle) * perMetre,
    y: height / 2 - (offsets[index]!.north - norths.middle) * perMetre,
    radius: (item.accuracyMetres ?? 0) * perMetre,
  }))
  const scaleMetres = roundLength(width / 3 / perMetre)
  return { marks, scaleMetres, scaleLength: scaleMetres * perMetre }
}

/** What was stated is a square, what a device measured is round. */
const Point = ({ kind, x, y }: Mark) =>
  kind === 'photo' || kind === 'applicant' ? (
    <circle class={kind} cx={x} cy={y} r={half} />
  ) : (
    <rect class={kind} x={x - half} y={y - half} width={2 * half} height={2 * half} />
  )

/** Groups marks beside each other under one label: `A R 1 2`. */
const groupMarks = (marks: readonly Mark[]): readonly (readonly Mark[])[] => {
  const groups: Mark[][] = []
  for (const mark of marks) {
    const near = groups.find(([first]) => Math.hypot(first!.x - mark.x, first!.y - mark.y) < apart)
    if (near) near.push(mark)
    else groups.push([mark])
  }
  return groups
}

const Label = ({ marks }: { marks: readonly Mark[] }) => {
  const { x, y } = marks[0]!
  const isRight = x > width * 0.7
  return (
    <text x={isRight ? x - 9 : x + 9} y={y - 7} text-anchor={isRight ? 'end' : 'start'}>
      {marks.map(({ sign }) => sign).join(' ')}
    </text>
  )
}

const Drawing = ({ placed }: { placed: readonly MapItem[] }) => {
  const { marks, scaleMetres, scaleLength } = layoutMap(placed)
  const circles = marks.filter(({ radius }) => radius > 0)
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label="Drawing to scale; the list says the same">
      {circles.map(({ sign, x, y, radius }) => (
        <circle key={sign} class="accuracy" cx={x} cy={y} r={radius} />
      ))}
      {marks.toReversed().map(mark => (
        <Point key={mark.sign} {...mark} />
      ))}
      {groupMarks(marks).map(group => (
        <Label key={group[0]!.sign} marks={group} />
      ))}
      <g class="scale">
        <path d={`M10 ${height - 14}v4h${scaleLength}v-4`} />
        <text x={14 + scaleLength} y={height - 8}>
          {formatDistance(scaleMetres)}
        </text>
        <path d={`M${width - 14} 26V10l-4 7m4-7l4 7`} />
        <text x={width - 14} y={38} text-anchor="middle">
          N
        </text>
      </g>
    </svg>
  )
}

export const EvidenceMap = ({ file, photos }: { file: CaseFile; photos: readonly Photo[] }) => {
  const placed = toMapItems(file, photos)
  const [first, ...others] = placed
  if (!first) return <p class="quiet">Neither the order nor a device names a position.</p>
  const isFromStated = first.kind === 'stated'
  return (
    <Statement id="places" title="Where">
      {!isFromStated && (
        <p class="quiet">The order gave no position: the address is somewhere in {file.place?.lgaName}.</p>
      )}
      <div class="places">
        <Drawing placed={placed} />
        <ul class="legend">
          {placed.map(({ kind, sign, name, at, accuracyMetres }) => (
            <li key={sign}>
              <span class={`sign ${kind}`}>{sign}</span> {name}
              <span class="quiet">
                {isFromStated && at !== first.at && `: ${describeWay(first.at, at)}`}
                {accuracyMetres !== undefined && ` ±${formatDistance(accuracyMetres)}`}
              </span>
            </li>
          ))}
        </ul>
      </div>
      {others.length === 0 && isFromStated && <p class="quiet">No device said where it was.</p>}
    </Statement>
  )
}
