import { decodePolyline, metresBeyond, type OutlinedArea } from './area.ts'
import { type Coordinates, formatDistance, metresBetween } from './position.ts'

export interface MapItem {
  readonly kind: 'stated' | 'claim' | 'report' | 'applicant' | 'photo'
  /** Label in the drawing. */
  readonly sign: string
  readonly name: string
  readonly at: Coordinates
  /** ISO 8601; absent of what was no step of the visit. */
  readonly time?: string | undefined
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

/** Where the visit went: claim, photos and report in the order of their times. */
const pathOf = (marks: readonly Mark[]): readonly Mark[] =>
  marks
    .filter(({ time }) => time !== undefined)
    .toSorted((one, other) => Date.parse(one.time!) - Date.parse(other.time!))

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
export const describeWay = (from: Coordinates, to: Coordinates, locale?: string): string => {
  const { east, north } = offsetFrom(from, to)
  const eighth = Math.round((Math.atan2(east, north) / (2 * Math.PI)) * 8)
  return `${formatDistance(metresBetween(from, to), locale)} ${winds[(eighth + 8) % 8]}`
}

/** The largest of 1, 2 or 5 with noughts behind that is not longer. @param metres more than 0 */
export const roundLength = (metres: number): number => {
  const power = 10 ** Math.floor(Math.log10(metres))
  return [5, 2, 1].map(digit => digit * power).find(length => length <= metres)!
}

const extentOf = (values: readonly number[]) => {
  const [from, to] = [Math.min(...values), Math.max(...values)]
  return { middle: (from + to) / 2, length: to - from }
}

interface MapView {
  readonly placed: readonly MapItem[]
  /** What the drawing must hold besides. */
  readonly frame: readonly Coordinates[]
}

/** Lays everything out to scale, north up. @param placed or frame: at least one */
const layoutMap = ({ placed, frame }: MapView) => {
  const origin = (placed[0]?.at ?? frame[0])!
  const offsets = placed.map(({ at }) => offsetFrom(origin, at))
  const held = [...offsets, ...frame.map(point => offsetFrom(origin, point))]
  const [easts, norths] = [extentOf(held.map(({ east }) => east)), extentOf(held.map(({ north }) => north))]
  const spread = Math.max(easts.length, norths.length, smallestMetres)
  // A circle has room up to the size of the rest. A larger one is cut off, or all others would become points.
  const halo = Math.min(spread, Math.max(0, ...placed.map(({ accuracyMetres = 0 }) => accuracyMetres)))
  const perMetre = Math.min(
    (width - 2 * margin) / Math.max(easts.length + 2 * halo, smallestMetres),
    (height - 2 * margin) / Math.max(norths.length + 2 * halo, smallestMetres),
  )
  const project = ({ east, north }: { readonly east: number; readonly north: number }) => ({
    x: width / 2 + (east - easts.middle) * perMetre,
    y: height / 2 - (north - norths.middle) * perMetre,
  })
  const marks = placed.map((item, index) => ({
    ...item,
    ...project(offsets[index]!),
    radius: (item.accuracyMetres ?? 0) * perMetre,
  }))
  const scaleMetres = roundLength(width / 3 / perMetre)
  const pointAt = (position: Coordinates) => project(offsetFrom(origin, position))
  return { marks, pointAt, scaleMetres, scaleLength: scaleMetres * perMetre }
}

/** What was stated is a square, what a device measured is round. */
const Point = ({ kind, x, y }: Mark) =>
  kind === 'photo' || kind === 'applicant' || kind === 'claim' ? (
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

interface AreaPlace extends Coordinates {
  readonly name: string
}

type AreaLines = readonly (readonly Coordinates[])[]

/** As `buildAreaMap` has them. */
interface EncodedLines {
  readonly lga: readonly string[]
  readonly neighbours: readonly string[]
  readonly state: readonly string[]
}

const decode = (lines: readonly string[] = []): AreaLines => lines.map(decodePolyline)

export const decodeAreaLines = ({ lga, neighbours, state }: Partial<EncodedLines> = {}) => ({
  lga: decode(lga),
  neighbours: decode(neighbours),
  state: decode(state),
})
type DecodedLines = ReturnType<typeof decodeAreaLines>

/** From this distance on, the LGA says more than the surroundings of the address. */
export const farMetres = 3000

/** `in Ikeja`, `1.4 km outside Ikeja`. */
export const describeArea = (area: OutlinedArea, at: Coordinates, locale?: string): string => {
  const beyond = metresBeyond(area, at)
  return beyond === 0 ? `in ${area.name}` : `${formatDistance(beyond, locale)} outside ${area.name}`
}

interface AreaName {
  readonly name: string
  readonly x: number
  readonly y: number
}

/** Of the names, the first first, those that lie in the drawing and on no other. */
const withRoom = (names: readonly AreaName[]): readonly AreaName[] => {
  const kept: AreaName[] = []
  const letter = 5
  const line = 11
  for (const each of names) {
    const { name, x, y } = each
    const reach = (name.length * letter) / 2
    const isInside = x > reach && x < width - reach && y > line && y < height - 24
    const isFree = kept.every(
      other =>
        Math.abs(other.y - y) > line || Math.abs(other.x - x) > reach + (other.name.length * letter) / 2,
    )
    if (isInside && isFree) kept.push(each)
  }
  return kept
}

const pathData = (points: readonly { readonly x: number; readonly y: number }[]): string =>
  points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')

interface DrawingProps extends MapView {
  readonly label: string
  readonly names: readonly AreaPlace[]
  readonly lines: DecodedLines
}

/** A scale drawing, north up, as the desk shows it and a report prints it. */
export const MapDrawing = ({ label, names: places, lines, ...view }: DrawingProps) => {
  const { marks, pointAt, scaleMetres, scaleLength } = layoutMap(view)
  const circles = marks.filter(({ radius }) => radius > 0)
  const outlineOf = (some: AreaLines): string => some.map(line => pathData(line.map(pointAt))).join('')
  const names = withRoom(places.map(place => ({ ...place, ...pointAt(place) })))
  return (
    <svg class="map" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <path class="state" d={outlineOf(lines.state)} />
      <path class="neighbours" d={outlineOf(lines.neighbours)} />
      <path class="lga" d={outlineOf(lines.lga)} />
      {names.map(({ name, x, y }, index) => (
        <text key={`${index} ${name}`} class="area" x={x} y={y} text-anchor="middle">
          {name}
        </text>
      ))}
      {circles.map(({ sign, x, y, radius }) => (
        <circle key={sign} class="accuracy" cx={x} cy={y} r={radius} />
      ))}
      <path class="path" d={pathData(pathOf(marks))} />
      {marks.toReversed().map(mark => (
        <Point key={mark.sign} {...mark} />
      ))}
      {groupMarks(marks).map(group => (
        <Label key={group[0]!.sign} marks={group} />
      ))}
      <g class="scale">
        <path d={`M10 ${height - 14}v4h${scaleLength}v-4`} />
        <text x={14 + scaleLength} y={height - 8}>
          {scaleMetres < 1000 ? `${scaleMetres} m` : `${scaleMetres / 1000} km`}
        </text>
        <path d={`M${width - 12} ${height - 6}v-14l-4 7m4-7l4 7`} />
        <text x={width - 22} y={height - 8} text-anchor="end">
          N
        </text>
      </g>
    </svg>
  )
}
