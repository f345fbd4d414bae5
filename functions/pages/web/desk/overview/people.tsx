import type { VNode } from 'preact'
import type { Overview } from './answers.ts'
import { Section, WideTable } from './section.tsx'
import { formatMinutes, formatShare } from './format.ts'

const agentHeads = [
  'Agent',
  'Has now',
  'Waiting',
  'Approved',
  'Rejected',
  'Returned',
  'Agrees',
  'Back-checks',
]

/** Who visits, and what came of it in thirty days. */
export const Agents = ({ agents }: Pick<Overview, 'agents'>): VNode => (
  <Section id="agents" title="Agents, 30 days">
    {agents.length === 0 && <p class="quiet">No agent has worked.</p>}
    {agents.length > 0 && (
      <WideTable caption="Agents" heads={agentHeads}>
        {agents.map(one => (
          <tr key={one.id}>
            <th scope="row">{one.id}</th>
            <td>{one.claimed}</td>
            <td>{one.reported}</td>
            <td>{one.approved}</td>
            <td>{one.rejected}</td>
            <td>{one.returned}</td>
            <td>{formatShare(one.agreed, one.approved + one.rejected)}</td>
            <td>{one.backChecked === 0 ? '–' : `${one.backCheckAgreed} of ${one.backChecked} agree`}</td>
          </tr>
        ))}
      </WideTable>
    )}
  </Section>
)

const reviewerHeads = ['Reviewer', 'Approved', 'Rejected', 'Returned', 'Staged', 'Half within']

/** Who decides, and how long reports wait for them. */
export const Reviewers = ({ reviewers }: Pick<Overview, 'reviewers'>): VNode => (
  <Section id="reviewers" title="Reviewers, 30 days">
    {reviewers.length === 0 && <p class="quiet">No reviewer has decided.</p>}
    {reviewers.length > 0 && (
      <WideTable caption="Reviewers" heads={reviewerHeads}>
        {reviewers.map(one => (
          <tr key={one.id}>
            <th scope="row">{one.id}</th>
            <td>{one.approved}</td>
            <td>{one.rejected}</td>
            <td>{one.returned}</td>
            <td>{one.staged}</td>
            <td>{formatMinutes(one.medianWaitMinutes)}</td>
          </tr>
        ))}
      </WideTable>
    )}
  </Section>
)
