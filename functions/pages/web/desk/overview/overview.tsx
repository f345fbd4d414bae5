import type { VNode } from 'preact'
import { useCallback, useEffect, useState } from 'preact/hooks'
import type { Session } from '../../../../../shared/http/contract/session.ts'
import { callApi, errorMessage } from '../../ui/api.ts'
import { formatDateTime } from '../../ui/format.ts'
import type { Overview as Numbers } from './answers.ts'
import { Ended } from './ended.tsx'
import { StatusSummary } from './status-summary.tsx'
import { RepairList } from './repair.tsx'
import { Deliveries, Registries } from './outside.tsx'
import { Agents, Reviewers } from './people.tsx'
import { Work } from './work.tsx'

/** The numbers as they were read last; the old ones stay until there are new ones. */
const useNumbers = () => {
  const [numbers, setNumbers] = useState<Numbers>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(true)
  const read = useCallback(async () => {
    setBusy(true)
    try {
      setNumbers(await callApi('GET /v1/operations/overview', {}))
      setProblem(undefined)
    } catch (error) {
      setProblem(errorMessage(error))
    }
    setBusy(false)
  }, [])
  useEffect(() => void read(), [read])
  return { numbers, problem, isBusy, read }
}

const Sections = ({ numbers, onMended }: { numbers: Numbers; onMended: (words: string) => void }): VNode => (
  <div class="parts">
    <RepairList overview={numbers} onMended={onMended} />
    <Work work={numbers.work} />
    <Deliveries deliveries={numbers.deliveries} />
    <Registries registries={numbers.registries} />
    <Ended overview={numbers} />
    <Agents agents={numbers.agents} />
    <Reviewers reviewers={numbers.reviewers} />
  </div>
)

/** How the service stands, for the operator: whether anybody is hurt, what can be done, and then all numbers. */
export const Overview = (_: { readonly session: Session }): VNode => {
  const { numbers, problem, isBusy, read } = useNumbers()
  const [said, setSaid] = useState('')
  const refresh = async () => {
    await read()
    setSaid('The numbers are new.')
  }
  const mended = async (words: string) => {
    setSaid(words)
    await read()
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
      {problem && <p role="alert">{problem}</p>}
      {numbers && <StatusSummary overview={numbers} />}
      {numbers && <Sections numbers={numbers} onMended={mended} />}
    </main>
  )
}
