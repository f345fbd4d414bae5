import { useState } from 'preact/hooks'
import type { AssignedWork } from '../../../../../shared/work/assign-contract.ts'
import { callApi } from '../../ui/api.ts'
import { formatCount } from '../../ui/format.ts'
import { Heading, useHashRoute } from '../../ui/page.tsx'
import { ErrorNotice, QueryView, useMutation, useQuery } from '../../ui/query.tsx'
import { LgaFields } from '../lga-fields.tsx'
import { type ChosenAgents, pageLines, readArea } from './area.ts'
import { failureTexts } from './failures.ts'
import { HeldVisits } from './held-visits.tsx'
import { OpenVisits } from './open-visits.tsx'

const Results = ({ results }: { results: AssignedWork['data'] }) => {
  const failed = results.flatMap(({ id, result }) => {
    const words = failureTexts[result]
    return words === undefined ? [] : [{ id, words }]
  })
  return (
    <div role="status">
      <p>{formatCount(results.length - failed.length, 'visit')} changed.</p>
      {failed.length > 0 && (
        <ul>
          {failed.map(({ id, words }) => (
            <li key={id}>
              {id}: {words}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const AreaView = ({ lgaId }: { lgaId: string }) => {
  const query = useQuery(() => readArea(lgaId), lgaId)
  const { isBusy, error, run } = useMutation()
  const [results, setResults] = useState<AssignedWork['data']>()
  const assign = (wanted: ChosenAgents) =>
    run(async () => {
      const assignees = Object.entries(wanted).map(([id, agent]) => ({ id, agent }))
      const { data } = await callApi('POST /v1/operations/assignees', { body: { assignees } })
      setResults(data)
      await query.again()
    })
  return (
    <QueryView query={query}>
      {area => (
        <>
          <ErrorNotice error={error} onRetry={query.again} />
          {results && <Results results={results} />}
          {area.isMore && (
            <p class="quiet">
              The first {pageLines} of each list are shown. Assign them, and the next follow.
            </p>
          )}
          <OpenVisits key={`open ${query.isBusy}`} area={area} isBusy={isBusy} onAssign={assign} />
          <HeldVisits key={`held ${query.isBusy}`} area={area} isBusy={isBusy} onAssign={assign} />
        </>
      )}
    </QueryView>
  )
}

/** Where supervisors give visits to agents, one LGA at a time. */
export const Assign = () => {
  const [, linked = ''] = useHashRoute()
  const [lgaId, setLgaId] = useState(/^[1-9]\d{2,3}$/.test(linked) ? linked : '')
  return (
    <main class="search assign">
      <Heading isFocused={false}>Assign</Heading>
      <search>
        <form onSubmit={event => event.preventDefault()}>
          <LgaFields value={lgaId} onValue={setLgaId} />
        </form>
      </search>
      {lgaId && <AreaView key={lgaId} lgaId={lgaId} />}
    </main>
  )
}
