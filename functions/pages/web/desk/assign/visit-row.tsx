import type { ComponentChildren } from 'preact'
import type { WorkItem } from '../../../../../shared/review/contract.ts'
import type { AssigneeProposals } from '../../../../../shared/work/assign-contract.ts'
import { formatCount, formatDue } from '../../ui/format.ts'
import { titleOf } from '../../ui/work-title.ts'

const none = ''

interface AgentSelectProps {
  readonly label: string
  readonly value: string
  readonly agents: AssigneeProposals['agents']
  readonly onChoose: (agent: string) => void
}

/** Whom to give it. Who has no time is listed, and refused by the service. */
export const AgentSelect = ({ label, value, agents, onChoose }: AgentSelectProps) => (
  <select aria-label={label} value={value} onChange={event => onChoose(event.currentTarget.value)}>
    <option value={none}>Nobody</option>
    {agents.map(({ agent, left }) => (
      <option key={agent} value={agent}>
        {agent} ({left === 0 ? 'no time' : `${formatCount(left, 'visit')} more`})
      </option>
    ))}
  </select>
)

/** A visit, with what there is to do about it. */
export const VisitRow = ({ work, children }: { work: WorkItem; children: ComponentChildren }) => (
  <tr>
    <th scope="row">
      <bdi>{titleOf(work)}</bdi>
    </th>
    <td>
      <bdi>{work.place?.city ?? '–'}</bdi>
    </td>
    <td>{formatDue(work.dueAt, Date.now())}</td>
    {children}
  </tr>
)
