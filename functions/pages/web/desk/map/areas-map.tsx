import { useMemo } from 'preact/hooks'
import { roundLength } from '../../../../../shared/location/evidence-map.tsx'
import { lgaCentre } from '../../../../../shared/location/lga-centre.ts'
import { allStates, lgaById, lgasOf, stateById } from '../../../../../shared/location/location.ts'
import { joinLines, lgaArea, stateArea } from '../../../../../shared/location/outline.ts'
import { type Coordinates, metresBetween } from '../../../../../shared/location/position.ts'

export interface MapArea {
  readonly id: number
  readonly name: string
  readonly middle: Coordinates
  readonly rings: readonly (readonly Coordinates[])[]
}

/** A position inside the state, near its middle: the centre of the LGA that is nearest to the mean of all. */
const middleOfState = (id: number): Coordinates => {
  const centres = lgasOf(stateById(id)!).map(lga => lgaCentre(lga.id))
  const meanOf = (axis: keyof Coordinates) =>
    centres.reduce((sum, centre) => sum + centre[axis], 0) / centres.length
  const [latitude, longitude] = [meanOf('latitude'), meanOf('longitude')]
  const farOf = (one: Coordinates) => Math.hypot(one.latitude - latitude, one.longitude - longitude)
  return centres.toSorted((one, other) => farOf(one) - farOf(other))[0]!
}

/** The states, or the LGAs of one. */
export const areasIn = (stateId: number | undefined): readonly MapArea[] =>
  stateId === undefined
    ? allStates().map(({ id, name }) => ({
        id,
        name,
        middle: middleOfState(id),
        rings: joinLines(stateArea(id)),
      }))
    : lgasOf(stateById(stateId)!).map(({ id, name }) => ({
        id,
        name,
        middle: lgaCentre(id),
        rings: joinLines(lgaArea(id)),
      }))

const width = 320
const highest = 320
const margin = 6
/** Below the outlines, for the scale. */
const scaleHeight = 16
/** Points of an outline that are closer are drawn as one. */
const finest = 0.5

interface AreaShape extends Omit<MapArea, 'rings' | 'middle'> {
  readonly path: string
  readonly middle: DrawnPoint
  /** Where its number stands: beside an outline that the number would hide, at the end of a line. */
  readonly label: DrawnPoint
}

/** A smaller outline would lie below its number. */
const smallestLabelled = 12

type DrawnPoint = readonly [x: number, y: number]

const pathOf = (spots: readonly DrawnPoint[]): string => {
  const kept: DrawnPoint[] = []
  for (const spot of spots) {
    const last = kept.at(-1)
    if (!last || Math.hypot(spot[0] - last[0], spot[1] - last[1]) >= finest) kept.push(spot)
  }
  return kept.length < 3 ? '' : `M${kept.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`
}

const rangeOf = (values: readonly number[]): readonly [least: number, most: number] =>
  values.reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)] as const, [
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ] as const)

/** The number of a small area stands towards the edge of the map, where less lies below it. */
const labelPointOf = (spots: readonly DrawnPoint[], [x, y]: DrawnPoint, height: number): DrawnPoint => {
  const lengths = [0, 1].map(axis => {
    const [least, most] = rangeOf(spots.map(spot => spot[axis]!))
    return most - least
  })
  if (lengths.every(length => length >= smallestLabelled)) return [x, y]
  return [x, y > height / 2 ? y + smallestLabelled : y - smallestLabelled]
}

/** Lays areas out to one scale, north up. */
const layoutAreas = (
  areas: readonly MapArea[],
): { readonly height: number; readonly metresWide: number; readonly shapes: readonly AreaShape[] } => {
  const points = areas.flatMap(({ rings }) => rings.flat())
  const [south, north] = rangeOf(points.map(({ latitude }) => latitude))
  const [west, east] = rangeOf(points.map(({ longitude }) => longitude))
  const narrowing = Math.cos((((south + north) / 2) * Math.PI) / 180)
  const perDegree = Math.min(
    (width - 2 * margin) / ((east - west) * narrowing),
    (highest - 2 * margin) / (north - south),
  )
  const inset = (width - (east - west) * narrowing * perDegree) / 2
  const spotOf = ({ latitude, longitude }: Coordinates): DrawnPoint => [
    inset + (longitude - west) * narrowing * perDegree,
    margin + (north - latitude) * perDegree,
  ]
  const height = Math.ceil((north - south) * perDegree + 2 * margin)
  return {
    height: height + scaleHeight,
    metresWide:
      (metresBetween({ latitude: 0, longitude: 0 }, { latitude: 1, longitude: 0 }) * width) / perDegree,
    shapes: areas.map(({ id, name, middle, rings }) => {
      const drawn = rings.map(ring => ring.map(spotOf))
      const spot = spotOf(middle)
      return {
        id,
        name,
        middle: spot,
        label: labelPointOf(drawn.flat(), spot, height),
        path: drawn.map(pathOf).join(''),
      }
    }),
  }
}

/** What the map says of an area. */
export interface AreaMark {
  /** Short: it stands in the outline. */
  readonly label: string
  readonly words: string
  /** Whether something in it is late. */
  readonly isLate: boolean
  /** Of overlapping labels the one with the higher rank stays. */
  readonly rank: number
}

interface MarkedShape extends AreaShape {
  readonly mark: AreaMark
}

const withRoom = (shapes: readonly MarkedShape[]): readonly MarkedShape[] => {
  const kept: MarkedShape[] = []
  const reachOf = ({ mark }: MarkedShape) => mark.label.length * 3.5
  for (const shape of shapes.toSorted((one, other) => other.mark.rank - one.mark.rank))
    if (
      kept.every(
        each =>
          Math.abs(each.label[1] - shape.label[1]) > 11 ||
          Math.abs(each.label[0] - shape.label[0]) > reachOf(each) + reachOf(shape),
      )
    )
      kept.push(shape)
  return kept
}

interface AreasMapProps {
  readonly title: string
  readonly areas: readonly MapArea[]
  readonly chosen: number | undefined
  readonly urlOf: (id: number) => string
  /** Undefined of an area without anything. */
  readonly markOf: (id: number) => AreaMark | undefined
}

/** A map of areas, whose marks lead to them. */
export const AreasMap = ({ title, areas, chosen, urlOf, markOf }: AreasMapProps) => {
  const { height, metresWide, shapes } = useMemo(() => layoutAreas(areas), [areas])
  const scaleMetres = roundLength(metresWide / 4)
  const busy = shapes.flatMap(shape => {
    const mark = markOf(shape.id)
    return mark ? [{ ...shape, mark }] : []
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no drawing
    <svg class="map areas" viewBox={`0 0 ${width} ${height}`} role="group" aria-label={title}>
      <defs>
        <pattern
          id="late-hatch"
          width="4"
          height="4"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect class="busy" width="4" height="4" />
          <path class="hatch" d="M0 0V4" />
        </pattern>
      </defs>
      <path class="idle" d={shapes.map(({ path }) => path).join('')} />
      {busy.map(({ id, path, mark }) => (
        <a
          key={id}
          href={urlOf(id)}
          aria-label={mark.words}
          aria-current={id === chosen ? 'true' : undefined}
        >
          <path class="busy" d={path} fill={mark.isLate ? 'url(#late-hatch)' : undefined} />
          <title>{mark.words}</title>
        </a>
      ))}
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus */}
      <g aria-hidden="true">
        {withRoom(busy).map(({ id, middle, label: [x, y], mark }) => (
          <g key={id}>
            <path class="leader" d={`M${middle.join(' ')}L${x} ${y}`} />
            <text x={x} y={y + 3} text-anchor="middle">
              {mark.label}
            </text>
          </g>
        ))}
        <g class="scale">
          <path d={`M${margin} ${height - 8}v4h${(scaleMetres / metresWide) * width}v-4`} />
        </g>
        <text x={margin + (scaleMetres / metresWide) * width + 4} y={height - 4}>
          {scaleMetres / 1000} km
        </text>
      </g>
    </svg>
  )
}

/** @param chosen id of a state or LGA; undefined of the country */
export const nameOfPlace = (chosen: number | undefined): string =>
  chosen === undefined
    ? 'Nigeria'
    : ((lgaById(chosen) ?? stateById(chosen))?.name ?? 'A place that is not in the list')
