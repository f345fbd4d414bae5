import { useState } from 'preact/hooks'
import { callApi } from '../../ui/api.ts'
import { formatCount, formatDateTime } from '../../ui/format.ts'
import { Table } from '../../ui/page.tsx'
import { ErrorNotice, useQuery } from '../../ui/query.tsx'
import { Ended } from './ended.tsx'
import { isIn, useChosenPlace } from './chosen-place.ts'
import { Places } from './places.tsx'
import { RepairList } from './repair.tsx'
import { Bar, type OverviewNumbers, Section } from './section.tsx'
import { Agents, Reviewers, Work } from './work.tsx'

const endpointTexts = { off: 'disabled', failing: 'failing, deliveries wait' } as const

export const Deliveries = ({ deliveries }: Pick<OverviewNumbers, 'deliveries'>) => {
  const { hours, delivered, waiting, failed, endpoints, isMore } = deliveries
  const parts = [
    { value: delivered, look: 'later', name: 'Delivered' },
    { value: waiting, look: 'soon', name: 'Waiting' },
    { value: failed, look: 'late', name: 'Failed' },
  ]
  return (
    <Section id="deliveries" title={`Deliveries, ${hours} h`}>
      <Bar parts={parts} whole={delivered + waiting + failed} />
      <dl class="steps">
        {parts.map(({ value, look, name }) => (
          <div key={look}>
            <dt>
              <span class={`swatch ${look}`} />
              {name}
            </dt>
            <dd class={value > 0 && look === 'late' ? 'wrong' : ''}>{value}</dd>
          </div>
        ))}
      </dl>
      {isMore && <p class="quiet">Of busy endpoints the latest attempts were counted.</p>}
      {endpoints.length > 0 && (
        <ul class="troubled" aria-label="Endpoints in trouble">
          {endpoints.map(({ organisationId, endpointId, state, since }) => (
            <li key={endpointId}>
              <span class="tag wrong">{endpointTexts[state]}</span> organisation {organisationId}, endpoint{' '}
              <code>{endpointId}</code>
              {since && <span class="quiet"> since {formatDateTime(since)}</span>}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

const registryTexts = {
  available: 'answers',
  unavailable: 'does not answer',
  not_connected: 'not connected',
} as const

/** Whether the national registries answer, and how fast. */
export const Registries = ({ registries }: Pick<OverviewNumbers, 'registries'>) => (
  <Section id="registries" title="Registries">
    <Table caption="Registries" headings={['Registry', 'State', 'Answers in']}>
      {registries.map(({ name, state, since, p50LatencyMs }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td>
            <span class={state === 'unavailable' ? 'tag wrong' : 'tag'}>{registryTexts[state]}</span>
            {state === 'unavailable' && since && <span class="quiet"> since {formatDateTime(since)}</span>}
          </td>
          <td class="number">{p50LatencyMs === null ? '–' : `${p50LatencyMs} ms`}</td>
        </tr>
      ))}
    </Table>
  </Section>
)

/** What affects people, with the section that shows more of it. */
const problemsIn = ({ work, stuck, deliveries, registries }: OverviewNumbers) => {
  const late = work.states.reduce((sum, state) => sum + state.late, 0)
  const unreached = deliveries.endpoints.length
  const down = registries.filter(({ state }) => state === 'unavailable')
  const problems = [
    ['work', late, `${formatCount(late, 'verification')} late`],
    ['mend', stuck.items.length, `${formatCount(stuck.items.length, 'item')} to repair`],
    ['deliveries', unreached, `${formatCount(unreached, 'endpoint')} not reached`],
    ['registries', down.length, `no answer from ${down.map(({ name }) => name).join(', ')}`],
  ] as const
  return problems.filter(([, count]) => count > 0)
}

const StatusSummary = ({ numbers }: { numbers: OverviewNumbers }) => {
  const problems = problemsIn(numbers)
  if (problems.length === 0)
    return <p class="glance well">All is well: nothing is late, nothing is stuck, everybody answers.</p>
  return (
    <ul class="glance" aria-label="Needs attention">
      {problems.map(([section, , words]) => (
        <li key={section}>
          <button type="button" class="plain" onClick={() => document.getElementById(section)?.focus()}>
            {words}
          </button>
        </li>
      ))}
    </ul>
  )
}

const readNumbers = () => callApi('GET /v1/operations/overview', {})

/** The state of the service for the operator: who is affected, what can be done, and then all numbers. */
export const Overview = () => {
  const { value: numbers, error, isBusy, again } = useQuery(readNumbers, 'overview')
  const [said, setSaid] = useState('')
  const { chosen } = useChosenPlace()
  const refresh = () => again().then(() => setSaid('The numbers are new.'))
  const repaired = async (words: string) => {
    setSaid(words)
    await again()
    document.getElementById('mend')?.focus()
  }
  return (
    <main class="overview">
      <div class="head">
        <h1>Overview</h1>
        <p class="quiet">{numbers ? `As of ${formatDateTime(numbers.at)}` : 'One moment …'}</p>
        <button type="button" class="plain" onClick={refresh} disabled={isBusy}>
          Refresh
        </button>
        <a href="/v1/docs/operators/running">Guides for operators</a>
      </div>
      <p role="status" class={said ? 'said' : 'unseen'}>
        {said}
      </p>
      <ErrorNotice error={error} onRetry={again} />
      {numbers && (
        <>
          <StatusSummary numbers={numbers} />
          <div class="parts">
            <RepairList
              {...numbers}
              stuck={{
                ...numbers.stuck,
                items: numbers.stuck.items.filter(item => isIn(chosen, item.lgaId)),
              }}
              isNarrowed={chosen !== undefined}
              onRepaired={repaired}
            />
            <Work {...numbers} />
            <Places {...numbers} />
            <Deliveries {...numbers} />
            <Registries {...numbers} />
            <Ended {...numbers} />
            <Agents {...numbers} />
            <Reviewers {...numbers} />
          </div>
        </>
      )}
    </main>
  )
}
