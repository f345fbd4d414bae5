import { useLayoutEffect, useRef } from 'preact/hooks'
import type { FieldworkLine } from '../../../../../shared/fieldwork/contract.ts'
import { fieldworkNumbers } from '../../../../../shared/fieldwork/numbers-contract.ts'
import { stateById } from '../../../../../shared/location/location.ts'
import { formatMinutes, formatShare } from '../../ui/format.ts'
import { nameOfPlace } from '../map/areas-map.tsx'
import { stateIdOf } from '../overview/chosen-place.ts'
import { Bar, Section } from '../overview/section.tsx'
import { Agents } from './agents.tsx'
import { FieldworkCount, type NumberName, type NumberProps } from './fieldwork-count.tsx'
import type { CountedFieldwork, FieldworkHealth } from './health.ts'
import { fieldworkUrl } from './link.ts'
import { Places } from './places.tsx'

/** Numbers whose being above 0 is bad. */
const isBad: readonly NumberName[] = ['behind', 'late', 'unsentReports', 'stronglyFlagged']

interface FactsProps extends Omit<NumberProps, 'name'> {
  readonly names: readonly NumberName[]
  readonly looks?: Readonly<Partial<Record<NumberName, string>>>
}

const Facts = ({ names, looks = {}, ...rest }: FactsProps) => (
  <dl class={names.length === 3 ? 'steps facts thirds' : 'steps facts'}>
    {names.map(name => (
      <div key={name}>
        <dt>
          {looks[name] && <span class={`swatch ${looks[name]}`} />}
          {fieldworkNumbers[name]}
        </dt>
        <dd class={isBad.includes(name) && rest.line[name] > 0 ? 'wrong' : ''}>
          <FieldworkCount {...rest} name={name} />
        </dd>
      </div>
    ))}
  </dl>
)

interface DayProps {
  readonly line: FieldworkLine
  readonly place: number | undefined
  readonly health: FieldworkHealth
  readonly counted: CountedFieldwork
}

const describeDay = ({
  counted: { dayPercent },
  health: { workingDay },
}: Pick<DayProps, 'counted' | 'health'>) => {
  const hours = `${workingDay.fromHour} to ${workingDay.toHour} h`
  return `${dayPercent} % of the working day (${hours}) is over: so much of the plan is expected, or of what there is to do.`
}

const Day = ({ line, place, health, counted }: DayProps) => (
  <Section id="day" title="Visits today">
    <Bar
      parts={[
        { value: line.done, look: 'later' },
        { value: line.behind, look: 'late' },
      ]}
      whole={Math.max(line.plan, line.done + line.behind)}
    />
    <Facts
      line={line}
      place={place}
      names={['done', 'expected', 'behind', 'plan']}
      looks={{ done: 'later', behind: 'late', plan: 'rest' }}
    />
    <p class="quiet">{describeDay({ counted, health })}</p>
  </Section>
)

const ToDo = ({ line, place }: Pick<DayProps, 'line' | 'place'>) => (
  <Section id="to-do" title="Not reported yet">
    <Bar
      parts={[
        { value: line.late, look: 'late' },
        { value: line.dueSoon, look: 'soon' },
        { value: line.dueLater, look: 'later' },
      ]}
      whole={line.toDo}
    />
    <Facts
      line={line}
      place={place}
      names={['late', 'dueSoon', 'dueLater']}
      looks={{ late: 'late', dueSoon: 'soon', dueLater: 'later' }}
    />
    <Facts line={line} place={place} names={['toDo', 'open', 'claimed']} />
    {place === undefined && line.toDo > 0 && (
      <p class="quiet">Choose a state below for the lists of these visits.</p>
    )}
  </Section>
)

const People = ({ line, place }: Pick<DayProps, 'line' | 'place'>) => (
  <Section id="people" title="Agents and reports">
    <p>
      <strong>
        {line.agentsActive} of {line.agentsPlanned}
      </strong>{' '}
      agents have reported a visit today ({formatShare(line.agentsActive, line.agentsPlanned)}).
    </p>
    <Facts line={line} place={place} names={['unsentReports', 'unsentPhotos']} />
    <Facts line={line} place={place} names={['stronglyFlagged', 'flagged']} />
    {line.medianMinutes !== null && (
      <p>
        Half of today’s visits came within <strong>{formatMinutes(line.medianMinutes)}</strong> of their
        order.
      </p>
    )}
  </Section>
)

const emptyLine = (): FieldworkLine => ({
  ...(Object.fromEntries(Object.keys(fieldworkNumbers).map(name => [name, 0])) as Record<NumberName, number>),
  medianMinutes: null,
})

interface FieldworkNumbersProps {
  readonly health: FieldworkHealth
  readonly counted: CountedFieldwork
  /** Id of a state or LGA. */
  readonly place: number | undefined
}

const findState = (place: number | undefined) =>
  place === undefined ? undefined : stateById(stateIdOf(place))

/** The name of the place, and the ways out of it. It stays while the numbers of another place are read. */
export const PlaceHeading = ({ place }: Pick<FieldworkNumbersProps, 'place'>) => {
  const state = findState(place)
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(place)
  useLayoutEffect(() => {
    // The link that was followed may be gone.
    if (before.current !== place) heading.current?.focus()
    before.current = place
  }, [place])
  return (
    <>
      <h2 ref={heading} tabIndex={-1} class="place">
        {nameOfPlace(place)}
      </h2>
      {state && (
        <p class="ways">
          <a href={fieldworkUrl()}>All states</a>
          {place !== state.id && <a href={fieldworkUrl(state.id)}>All of {state.name}</a>}
        </p>
      )}
    </>
  )
}

export const FieldworkNumbers = ({ health, counted, place }: FieldworkNumbersProps) => {
  const state = findState(place)
  const isWhole = place === undefined || place === state?.id
  const line = isWhole ? counted.area : (counted.places.find(({ id }) => id === place) ?? emptyLine())
  return (
    <div class="parts">
      <Day line={line} place={place} health={health} counted={counted} />
      <ToDo line={line} place={place} />
      <People line={line} place={place} />
      <Places places={counted.places} stateId={state?.id} chosen={place} />
      <Agents {...counted} isState={state !== undefined} />
    </div>
  )
}
