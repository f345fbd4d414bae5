import { useState } from 'preact/hooks'
import { refusalReasons } from '../../../../../shared/work/assignment/refusal-contract.ts'
import type { AssigneeProposals } from '../../../../../shared/work/assign-contract.ts'
import { formatCount } from '../../ui/format.ts'
import { Table } from '../../ui/page.tsx'
import type { AreaVisits, ChosenAgents } from './area.ts'
import { AgentSelect, VisitRow } from './visit-row.tsx'
import { titleOf } from '../../ui/work-title.ts'

const describeRefusals = (refusals: AssigneeProposals['data'][number]['refusals']): string =>
  refusals.map(({ agent, reason }) => `${agent}: ${refusalReasons[reason].toLowerCase()}`).join('; ')

export interface VisitsProps {
  readonly area: AreaVisits
  readonly isBusy: boolean
  readonly onAssign: (wanted: ChosenAgents) => void
}

const proposed = ({ data }: AssigneeProposals): Readonly<Record<string, string>> =>
  Object.fromEntries(data.map(({ id, agent }) => [id, agent ?? '']))

/** What is open, each with the agent that the rule proposes. */
export const OpenVisits = ({ area: { open, proposals }, isBusy, onAssign }: VisitsProps) => {
  const [chosen, setChosen] = useState(() => proposed(proposals))
  const refusals = new Map(proposals.data.map(one => [one.id, describeRefusals(one.refusals)]))
  const wanted = Object.fromEntries(open.flatMap(({ id }) => (chosen[id] ? [[id, chosen[id]] as const] : [])))
  const count = Object.keys(wanted).length
  return (
    <section class="found" aria-labelledby="open">
      <h2 id="open">{open.length === 0 ? 'Nothing is open' : `${formatCount(open.length, 'open visit')}`}</h2>
      {open.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1)
        <section class="wide" aria-label="Open visits" tabIndex={0}>
          <Table headings={['Visit', 'Town', 'Due', 'Given back', 'Agent']}>
            {open.map(work => (
              <VisitRow key={work.id} work={work}>
                <td data-label="Given back">{refusals.get(work.id) || '–'}</td>
                <td>
                  <AgentSelect
                    label={`Agent for ${titleOf(work)}`}
                    value={chosen[work.id] ?? ''}
                    agents={proposals.agents}
                    onChoose={agent => setChosen({ ...chosen, [work.id]: agent })}
                  />
                </td>
              </VisitRow>
            ))}
          </Table>
        </section>
      )}
      {proposals.agents.length === 0 && <p>No team works here. The operator adds one.</p>}
      {open.length > 0 && (
        <div class="actions">
          <button type="button" disabled={isBusy || count === 0} onClick={() => onAssign(wanted)}>
            {isBusy ? 'One moment …' : `Assign ${formatCount(count, 'visit')}`}
          </button>
          <button
            type="button"
            class="plain"
            onClick={() => setChosen(Object.fromEntries(open.map(({ id }) => [id, ''])))}
          >
            Choose nobody
          </button>
        </div>
      )}
    </section>
  )
}
