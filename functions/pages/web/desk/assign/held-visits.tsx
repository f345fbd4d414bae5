import { useState } from 'preact/hooks'
import type { WorkItem } from '../../../../../shared/review/contract.ts'
import { formatCount, formatDateTime } from '../../ui/format.ts'
import { Table } from '../../ui/page.tsx'
import type { VisitsProps } from './open-visits.tsx'
import { AgentSelect, VisitRow } from './visit-row.tsx'
import { titleOf } from '../../ui/work-title.ts'

const describeHolder = ({ held }: WorkItem): string =>
  held
    ? `${held.agent}, ${held.isOffered ? 'to answer by' : 'until'} ${formatDateTime(held.until)}${held.isLeaseExtended ? ', extended: their phone holds something' : ''}`
    : '–'

/** What agents hold: it can be moved, or taken back. */
export const HeldVisits = ({ area: { held, proposals }, isBusy, onAssign }: VisitsProps) => {
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  if (held.length === 0) return null
  return (
    <section class="found" aria-labelledby="held">
      <h2 id="held">{formatCount(held.length, 'visit')} with agents</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1) */}
      <section class="wide" aria-label="Visits with agents" tabIndex={0}>
        <Table headings={['Visit', 'Town', 'Due', 'Holder', 'Move to', 'Take back']}>
          {held.map(work => (
            <VisitRow key={work.id} work={work}>
              <td data-label="Holder">
                <bdi>{describeHolder(work)}</bdi>
              </td>
              <td class="move">
                <AgentSelect
                  label={`Move ${titleOf(work)} to`}
                  value={chosen[work.id] ?? ''}
                  agents={proposals.agents.filter(({ agent }) => agent !== work.held?.agent)}
                  onChoose={agent => setChosen({ ...chosen, [work.id]: agent })}
                />
                <button
                  type="button"
                  class="plain"
                  disabled={isBusy || !chosen[work.id]}
                  onClick={() => onAssign({ [work.id]: chosen[work.id]! })}
                >
                  Move<span class="unseen"> {titleOf(work)}</span>
                </button>
              </td>
              <td>
                <button
                  type="button"
                  class="plain"
                  disabled={isBusy}
                  onClick={() => onAssign({ [work.id]: null })}
                >
                  Take back<span class="unseen"> {titleOf(work)}</span>
                </button>
              </td>
            </VisitRow>
          ))}
        </Table>
      </section>
    </section>
  )
}
