import { useState } from 'preact/hooks'
import { callApi } from '../../ui/api.ts'
import { formatCount, formatDateTime } from '../../ui/format.ts'
import { ErrorNotice, useQuery } from '../../ui/query.tsx'
import { Ended } from './ended.tsx'
import { Deliveries, Registries } from './outside.tsx'
import { RepairList } from './repair.tsx'
import type { OverviewNumbers } from './section.tsx'
import { Agents, Reviewers, Work } from './work.tsx'

/** What hurts somebody: words by the section that has more of it. */
const problemsIn = ({ work, stuck, deliveries, registries }: OverviewNumbers): [string, string][] => {
  const late = work.states.reduce((sum, state) => sum + state.late, 0)
  const down = registries.filter(({ state }) => state === 'unavailable')
  const problems: [string, string, number][] = [
    ['work', `${formatCount(late, 'verification')} late`, late],
    ['mend', `${formatCount(stuck.items.length, 'item')} to repair`, stuck.items.length],
    [
      'deliveries',
      `${formatCount(deliveries.endpoints.length, 'endpoint')} not reached`,
      deliveries.endpoints.length,
    ],
    ['registries', `no answer from ${down.map(({ name }) => name).join(', ')}`, down.length],
  ]
  return problems.filter(([, , count]) => count > 0).map(([section, words]) => [section, words])
}

/** Whether anybody is hurt, before anything else. */
const StatusSummary = ({ numbers }: { numbers: OverviewNumbers }) => {
  const problems = problemsIn(numbers)
  if (problems.length === 0)
    return <p class="glance well">All is well: nothing is late, nothing is stuck, everybody answers.</p>
  return (
    <ul class="glance" aria-label="Needs attention">
      {problems.map(([section, words]) => (
        <li key={section}>
          <button type="button" class="plain" onClick={() => document.getElementById(section)?.focus()}>
            {words}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The state of the service for the operator: whether anybody is hurt, what can be done, and then all numbers. */
export const Overview = () => {
  const {
    value: numbers,
    error,
    isBusy,
    again,
  } = useQuery(() => callApi('GET /v1/operations/overview', {}), 'overview')
  const [said, setSaid] = useState('')
  const refresh = async () => {
    await again()
    setSaid('The numbers are new.')
  }
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
      </div>
      <p role="status" class={said ? 'said' : 'unseen'}>
        {said}
      </p>
      <ErrorNotice error={error} onRetry={again} />
      {numbers && (
        <>
          <StatusSummary numbers={numbers} />
          <div class="parts">
            <RepairList numbers={numbers} onRepaired={repaired} />
            <Work work={numbers.work} />
            <Deliveries deliveries={numbers.deliveries} />
            <Registries registries={numbers.registries} />
            <Ended numbers={numbers} />
            <Agents agents={numbers.agents} />
            <Reviewers reviewers={numbers.reviewers} />
          </div>
        </>
      )}
    </main>
  )
}
