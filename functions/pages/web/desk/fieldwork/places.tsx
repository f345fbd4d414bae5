import { useMemo } from 'preact/hooks'
import { fieldworkNumbers } from '../../../../../shared/fieldwork/numbers-contract.ts'
import { outlinesAttribution } from '../../../../../shared/location/outline.ts'
import { formatMinutes } from '../../ui/format.ts'
import { Table } from '../../ui/page.tsx'
import { type AreaMark, AreasMap, areasIn, nameOfPlace } from '../map/areas-map.tsx'
import { Section } from '../overview/section.tsx'
import { FieldworkCount } from './fieldwork-count.tsx'
import type { CountedFieldwork } from './health.ts'
import { fieldworkUrl } from './link.ts'

type PlaceLine = CountedFieldwork['places'][number]

/** Columns of the table, with their headings. */
const columns = [
  ['late', fieldworkNumbers.late],
  ['dueSoon', '24 h'],
  ['toDo', fieldworkNumbers.toDo],
  ['done', fieldworkNumbers.done],
  ['expected', 'Expected'],
  ['unsentReports', 'Not sent'],
  ['stronglyFlagged', 'Flags'],
] as const

/** Where so many of a hundred are late, the map is hatched: a few are late in every state. */
const hatchedPercent = 10

/** `4`, and `1/4` where one of four is late. */
const formatLabel = ({ late, toDo }: PlaceLine): string => (late > 0 ? `${late}/${toDo}` : `${toDo}`)

const toMark = (line: PlaceLine): AreaMark | undefined =>
  line.toDo + line.done === 0
    ? undefined
    : {
        label: formatLabel(line),
        words: `${nameOfPlace(line.id)}: ${line.toDo} to do, ${line.late} late, ${line.done} done`,
        isLate: line.late * 100 >= line.toDo * hatchedPercent && line.late > 0,
        rank: line.late,
      }

const PlaceRow = ({ line, isChosen }: { line: PlaceLine; isChosen: boolean }) => (
  <tr class={isChosen ? 'chosen' : undefined}>
    <th scope="row">
      <a href={fieldworkUrl(line.id)} aria-current={isChosen ? 'true' : undefined}>
        {nameOfPlace(line.id)}
      </a>
    </th>
    {columns.map(([name]) => (
      <td key={name} class={name === 'late' && line.late > 0 ? 'number wrong' : 'number'}>
        <FieldworkCount line={line} name={name} place={line.id} />
      </td>
    ))}
    <td class="number">
      {line.agentsActive} of {line.agentsPlanned}
    </td>
    <td class="number">{formatMinutes(line.medianMinutes)}</td>
  </tr>
)

interface PlacesProps {
  readonly places: readonly PlaceLine[]
  readonly stateId: number | undefined
  /** Id of a state or LGA. */
  readonly chosen: number | undefined
}

/** The same numbers on a map and in a table: of the states, or of the LGAs of one. */
export const Places = ({ places, stateId, chosen }: PlacesProps) => {
  const areas = useMemo(() => areasIn(stateId), [stateId])
  const lines = new Map(places.map(line => [line.id, line]))
  const rows = places.toSorted((one, other) => other.late - one.late || other.toDo - one.toDo)
  return (
    <Section id="by-place" title={stateId === undefined ? 'By state' : 'By LGA'}>
      <div class="where">
        <figure>
          <AreasMap
            title={`Map of ${nameOfPlace(stateId)}; the table says the same`}
            areas={areas}
            chosen={chosen}
            urlOf={fieldworkUrl}
            markOf={id => {
              const line = lines.get(id)
              return line && toMark(line)
            }}
          />
          <figcaption class="quiet">
            4: four are to do. 1/4: one of them is late. Hatched: {hatchedPercent} % or more are late. A
            number without room is in the table only. {outlinesAttribution}
          </figcaption>
        </figure>
        {rows.length === 0 ? (
          <p class="quiet">No team works here, and there is nothing to do.</p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1)
          <section class="wide" aria-label="Fieldwork by place" tabIndex={0}>
            <Table
              caption="Fieldwork by place"
              look="states"
              headings={['Place', ...columns.map(([, title]) => title), 'Agents', 'Half within']}
            >
              {rows.map(line => (
                <PlaceRow key={line.id} line={line} isChosen={line.id === chosen} />
              ))}
            </Table>
          </section>
        )}
      </div>
      <p class="quiet">An agent of several LGAs counts in each: LGAs do not add up to their state.</p>
    </Section>
  )
}
