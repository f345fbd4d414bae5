import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { stateById } from '../../../../../shared/location/location.ts'
import { outlinesAttribution } from '../../../../../shared/location/outline.ts'
import { Table } from '../../ui/page.tsx'
import { type CaseFilter, openCasesUrl } from '../cases/link.ts'
import { dueTexts } from '../cases/texts.ts'
import { type AreaMark, AreasMap, areasIn, type MapArea, nameOfPlace } from '../map/areas-map.tsx'
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

/** `4`, and `1/4` where one of four is late. */
const labelOf = (counts: DueCounts): string =>
  counts.late > 0 ? `${counts.late}/${wholeOf(counts)}` : `${wholeOf(counts)}`

const describeCounts = (name: string, counts: DueCounts): string =>
  `${name}: ${wholeOf(counts)} open, ${counts.late} late`

const toMark = (name: string, counts: DueCounts): AreaMark | undefined =>
  wholeOf(counts) === 0
    ? undefined
    : {
        label: labelOf(counts),
        words: describeCounts(name, counts),
        isLate: counts.late > 0,
        rank: counts.late,
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
        {describeCounts(nameOfPlace(chosen), here)}
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
            urlOf={placesUrl}
            markOf={id =>
              toMark(nameOfPlace(id), sumOf(places.filter(({ lgaId }) => lgaId !== null && isIn(id, lgaId))))
            }
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
