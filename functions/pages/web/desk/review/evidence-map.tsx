import { useMemo, useState } from 'preact/hooks'
import { slotName } from '../../../../../shared/evidence/slot-texts.ts'
import { decodePolyline, metresBeyond, type OutlinedArea } from '../../../../../shared/location/area.ts'
import { type Coordinates, metresBetween } from '../../../../../shared/location/position.ts'
import { formatDistance, formatTimeOfDay } from '../../ui/format.ts'
import { Table } from '../../ui/page.tsx'
import { type Photo, reportedPosition, statedIn, takenAt } from './evidence.ts'
import { KeyButton } from './keys.tsx'
import type { CaseFile } from './open-case.ts'
import { Statement } from './statements.tsx'

interface MapItem {
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

const applicantPlace = ({ applicantSays }: CaseFile): Coordinates | undefined =>
  applicantSays?.latitude != null && applicantSays.longitude != null
    ? { latitude: applicantSays.latitude, longitude: applicantSays.longitude }
    : undefined

/** Everything of a case with a position, the stated address first. */
const toMapItems = (file: CaseFile, photos: readonly Photo[]): readonly MapItem[] => {
  const { claimedFrom, claimedAt, reportedAt } = file.review
  const stated = file.place?.precision === 'confirmed' ? 'Address, confirmed on a map' : 'Stated address'
  return [
    { kind: 'stated' as const, sign: 'A', name: stated, at: statedIn(file) },
    {
      kind: 'claim' as const,
      sign: 'C',
      name: 'Device at the claim',
      at: claimedFrom ?? undefined,
      time: claimedAt,
      accuracyMetres: claimedFrom?.accuracyMetres,
    },
    {
      kind: 'report' as const,
      sign: 'R',
      name: 'Device at the report',
      at: reportedPosition(file),
      time: reportedAt,
    },
    { kind: 'applicant' as const, sign: 'P', name: 'Where the applicant says', at: applicantPlace(file) },
    ...photos.map((photo, index) => ({
      kind: 'photo' as const,
      sign: `${index + 1}`,
      name: slotName(photo.slot),
      at: photo.fixes.nearest ?? undefined,
      time: takenAt(photo),
      accuracyMetres: photo.fixes.nearest?.accuracyMetres,
    })),
  ].flatMap(item => (item.at ? [{ ...item, at: item.at }] : []))
}

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

type AreaMap = NonNullable<CaseFile['review']['areaMap']>
type AreaLines = readonly (readonly Coordinates[])[]

/** Decoded once for each case. */
const useLines = (area: AreaMap | null) =>
  useMemo(() => {
    const decode = (lines: readonly string[] = []): AreaLines => lines.map(decodePolyline)
    const { lga, neighbours, state } = area?.lines ?? {}
    return { lga: decode(lga), neighbours: decode(neighbours), state: decode(state) }
  }, [area])

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
  readonly area: AreaMap | null
  readonly lines: ReturnType<typeof useLines>
}

const Drawing = ({ area, lines, ...view }: DrawingProps) => {
  const { marks, pointAt, scaleMetres, scaleLength } = layoutMap(view)
  const circles = marks.filter(({ radius }) => radius > 0)
  const outlineOf = (some: AreaLines): string => some.map(line => pathData(line.map(pointAt))).join('')
  const names = withRoom((area?.names ?? []).map(place => ({ ...place, ...pointAt(place) })))
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label="Map to scale; the table says the same">
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

/** For the app that the device has for maps (RFC 5870); the query puts a pin there on Android. */
const geoUrl = ({ latitude, longitude }: Coordinates): string =>
  `geo:${latitude},${longitude}?q=${latitude},${longitude}`

/** The reader's own map, which no server of others is asked for. */
const MapLink = ({ name, at }: MapItem) => (
  <a href={geoUrl(at)}>
    Open<span class="unseen"> the map of {name}</span>
  </a>
)

interface WhereProps {
  readonly placed: readonly MapItem[]
  readonly stated: Coordinates | undefined
  /** The ordered LGA. */
  readonly area: OutlinedArea | undefined
}

const PositionsTable = ({ placed, stated, area }: WhereProps) => (
  <Table headings={['Position', 'Where', 'Map']} look="positions">
    {placed.map(item => {
      const { kind, sign, name, at, time, accuracyMetres } = item
      const beyond = area && metresBeyond(area, at)
      return (
        <tr key={sign}>
          <th scope="row">
            <span class={`sign ${kind}`}>{sign}</span> {name}
          </th>
          <td>
            {[
              ...(stated && kind !== 'stated' ? [describeWay(stated, at)] : []),
              ...(accuracyMetres === undefined ? [] : [`±${formatDistance(accuracyMetres)}`]),
            ].join(' ')}
            {area && beyond !== undefined && (
              <span class="quiet">
                {beyond === 0 ? `in ${area.name}` : `${formatDistance(beyond)} outside ${area.name}`}
              </span>
            )}
            {time && <span class="quiet">{formatTimeOfDay(time)}</span>}
          </td>
          <td>
            <MapLink {...item} />
          </td>
        </tr>
      )
    })}
  </Table>
)

interface EvidenceMapProps {
  readonly file: CaseFile
  readonly photos: readonly Photo[]
}

/** Everything with a position, in words. */
export const Positions = ({ file, photos }: EvidenceMapProps) => {
  const lines = useLines(file.review.areaMap)
  const placed = toMapItems(file, photos)
  const area = file.review.areaMap ? { name: file.place?.lgaName ?? '', lines: lines.lga } : undefined
  return placed.length === 0 ? null : (
    <Statement id="positions" title="Positions">
      <PositionsTable placed={placed} stated={statedIn(file)} area={area} />
    </Statement>
  )
}

/** From this distance on, the LGA says more than the surroundings of the address. */
const farMetres = 3000

export const EvidenceMap = ({ file, photos }: EvidenceMapProps) => {
  const [isWide, setIsWide] = useState<boolean>()
  const { areaMap } = file.review
  const lines = useLines(areaMap)
  const placed = toMapItems(file, photos)
  const stated = statedIn(file)
  const first = placed[0]
  if (!first && !areaMap) return <p class="quiet">Neither the order nor a device names a position.</p>
  const isFar = placed.some(({ at }) => metresBetween(first!.at, at) > farMetres)
  const isWhole = areaMap !== null && (isWide ?? (stated === undefined || isFar))
  const frame = isWhole || !first ? lines.lga.flat() : []
  return (
    <Statement id="places" title="Where">
      {!stated && (
        <p class="quiet">The order gave no position: the address is somewhere in {file.place?.lgaName}.</p>
      )}
      <figure class="places">
        <Drawing placed={placed} frame={frame} area={areaMap} lines={lines} />
        <figcaption class="quiet">
          {areaMap && first && (
            <KeyButton shortcut="m" onPress={() => setIsWide(!isWhole)}>
              {isWhole ? 'Show the surroundings' : 'Show the whole LGA'}
            </KeyButton>
          )}
          <p>{areaMap?.attribution}</p>
          {placed.every(({ kind }) => kind === 'stated') && <p>No device said where it was.</p>}
        </figcaption>
      </figure>
    </Statement>
  )
}
