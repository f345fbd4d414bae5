import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { roundLength } from '../../../../../shared/location/evidence-map.tsx'
import { lgaCentre } from '../../../../../shared/location/lga-centre.ts'
import { allStates, lgaById, lgasOf, stateById } from '../../../../../shared/location/location.ts'
import { joinLines, lgaArea, outlinesAttribution, stateArea } from '../../../../../shared/location/outline.ts'
import { type Coordinates, metresBetween } from '../../../../../shared/location/position.ts'
import { Table } from '../../ui/page.tsx'
import { type CaseFilter, openCasesUrl } from '../cases/link.ts'
import { dueTexts } from '../cases/texts.ts'
import { isIn, placesUrl, stateIdOf } from './chosen-place.ts'
import { CaseCount, type OverviewNumbers } from './section.tsx'

type PlaceLine = OverviewNumbers['work']['places'][number]
type DueCounts = Pick<PlaceLine, 'late' | 'dueSoon' | 'dueLater'>

const sumOf = (lines: readonly DueCounts[]): DueCounts => ({
  late: lines.reduce((sum, { late }) => sum + late, 0),
  dueSoon: lines.reduce((sum, { dueSoon }) => sum + dueSoon, 0),
  dueLater: lines.reduce((sum, { dueLater }) => sum + dueLater, 0),
})
const wholeOf = ({ late, dueSoon, dueLater }: DueCounts): number => late + dueSoon + dueLater

interface MapArea {
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

const areasIn = (stateId: number | undefined): readonly MapArea[] =>
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

interface CountedShape extends AreaShape {
  readonly counts: DueCounts
}

/** `4`, and `1/4` where one of four is late. */
const labelOf = (counts: DueCounts): string =>
  counts.late > 0 ? `${counts.late}/${wholeOf(counts)}` : `${wholeOf(counts)}`

/** Of overlapping numbers the one with more late work stays. */
const withRoom = (shapes: readonly CountedShape[]): readonly CountedShape[] => {
  const kept: CountedShape[] = []
  const reachOf = ({ counts }: CountedShape) => labelOf(counts).length * 3.5
  for (const shape of shapes.toSorted((one, other) => other.counts.late - one.counts.late))
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

const describeCounts = (name: string, counts: DueCounts): string =>
  `${name}: ${wholeOf(counts)} open, ${counts.late} late`

interface AreasMapProps {
  readonly title: string
  readonly areas: readonly MapArea[]
  readonly chosen: number | undefined
  readonly countsOf: (id: number) => DueCounts
}

const AreasMap = ({ title, areas, chosen, countsOf }: AreasMapProps) => {
  const { height, metresWide, shapes } = useMemo(() => layoutAreas(areas), [areas])
  const scaleMetres = roundLength(metresWide / 4)
  const counted = shapes.map(shape => ({ ...shape, counts: countsOf(shape.id) }))
  const busy = counted.filter(({ counts }) => wholeOf(counts) > 0)
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
      {busy.map(({ id, name, path, counts }) => (
        <a
          key={id}
          href={placesUrl(id)}
          aria-label={describeCounts(name, counts)}
          aria-current={id === chosen ? 'true' : undefined}
        >
          <path class="busy" d={path} fill={counts.late > 0 ? 'url(#late-hatch)' : undefined} />
          <title>{describeCounts(name, counts)}</title>
        </a>
      ))}
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus */}
      <g aria-hidden="true">
        {withRoom(busy).map(({ id, middle, label: [x, y], counts }) => (
          <g key={id}>
            <path class="leader" d={`M${middle.join(' ')}L${x} ${y}`} />
            <text x={x} y={y + 3} text-anchor="middle">
              {labelOf(counts)}
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

/** @param id of a state or LGA; 0 is work from a desk */
const placeFilter = (id: number | undefined): CaseFilter => {
  if (id === undefined) return {}
  return id > 0 && stateIdOf(id) === id ? { stateId: `${id}` } : { lgaId: `${id}` }
}

interface AreaRow extends DueCounts {
  readonly name: string
  readonly id?: number
}

const columns = [
  ['late', 'Late'],
  ['dueSoon', '24 h'],
  ['dueLater', 'Later'],
] as const

const AreaTable = ({ rows, chosen }: { rows: readonly AreaRow[]; chosen: number | undefined }) => (
  <Table
    caption="Open work by place"
    look="states"
    headings={['Place', ...columns.map(([, title]) => title)]}
  >
    {rows.map(row => (
      <tr key={row.name}>
        <th scope="row">
          {row.id ? (
            <a href={placesUrl(row.id)} aria-current={row.id === chosen ? 'true' : undefined}>
              {row.name}
            </a>
          ) : (
            row.name
          )}
        </th>
        {columns.map(([name]) => (
          <td key={name} class={name === 'late' && row.late > 0 ? 'number wrong' : 'number'}>
            <CaseCount
              count={row[name]}
              filter={{ ...placeFilter(row.id ?? 0), due: name }}
              title={`${row.name}, ${dueTexts[name]}`}
            />
          </td>
        ))}
      </tr>
    ))}
  </Table>
)

/** Places with work, the latest first. Without a state: of the country, with what has no outline. */
const rowsOf = (
  areas: readonly MapArea[],
  places: readonly PlaceLine[],
  isCountry: boolean,
): readonly AreaRow[] => {
  const known = areas.map(({ id, name }) => ({
    id,
    name,
    ...sumOf(places.filter(one => one.lgaId !== null && isIn(id, one.lgaId))),
  }))
  const atDesks = { name: 'From a desk, no outline', ...sumOf(places.filter(({ lgaId }) => lgaId === null)) }
  return [...known.toSorted((one, other) => other.late - one.late), ...(isCountry ? [atDesks] : [])].filter(
    row => wholeOf(row) > 0,
  )
}

interface AreasProps {
  readonly places: readonly PlaceLine[]
  /** Id of a state or LGA. */
  readonly chosen: number | undefined
}

const nameOf = (chosen: number | undefined): string =>
  chosen === undefined
    ? 'Nigeria'
    : ((lgaById(chosen) ?? stateById(chosen))?.name ?? 'A place that is not in the list')

/** Open work on a map of the states, or of the LGAs of one, beside the same in a table. */
export const Areas = ({ places, chosen }: AreasProps) => {
  const state = chosen === undefined ? undefined : stateById(stateIdOf(chosen))
  const areas = useMemo(() => areasIn(state?.id), [state?.id])
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(chosen)
  useLayoutEffect(() => {
    // The link that was followed may be gone.
    if (before.current !== chosen) heading.current?.focus()
    before.current = chosen
  }, [chosen])
  const rows = rowsOf(areas, places, state === undefined)
  const here = sumOf(places.filter(({ lgaId }) => isIn(chosen, lgaId)))
  return (
    <>
      <h3 ref={heading} tabIndex={-1}>
        {describeCounts(nameOf(chosen), here)}
      </h3>
      <p class="ways">
        {wholeOf(here) > 0 && (
          <a href={openCasesUrl(placeFilter(chosen))}>List of {wholeOf(here) === 1 ? 'it' : 'these cases'}</a>
        )}
        {state && <a href={placesUrl()}>All states</a>}
        {state && chosen !== state.id && <a href={placesUrl(state.id)}>All of {state.name}</a>}
      </p>
      <div class="where">
        <figure>
          <AreasMap
            title={`Map of ${state?.name ?? 'Nigeria'}; the table says the same`}
            areas={areas}
            chosen={chosen}
            countsOf={id => sumOf(places.filter(({ lgaId }) => lgaId !== null && isIn(id, lgaId)))}
          />
          <figcaption class="quiet">
            4: four are open. 1/4, hatched: one of them is late. A number without room is in the table only.{' '}
            {outlinesAttribution}
          </figcaption>
        </figure>
        <div>
          {rows.length === 0 ? <p class="quiet">No work here.</p> : <AreaTable rows={rows} chosen={chosen} />}
          {!state && <p class="quiet">Kenya has no outlines here: it is looked up, and not visited.</p>}
        </div>
      </div>
    </>
  )
}
