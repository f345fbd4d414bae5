import { formatCount, formatMinutes, formatShare } from '../../ui/format.ts'
import { Bar, Columns, type OverviewNumbers, Section, WideTable } from './section.tsx'

const stateTexts = {
  open: 'Nobody on it',
  claimed: 'With an agent',
  reported: 'Reported',
  staged: 'Second reviewer',
} as const

const latenessTexts = { '6h': 'to 6 h', '1d': 'to 1 day', '3d': 'to 3 days', more: 'more' } as const

type WorkNumbers = OverviewNumbers['work']

const StateLine = ({ line, whole }: { line: WorkNumbers['states'][number]; whole: number }) => {
  const { state, late, dueSoon, dueLater } = line
  const parts = [
    { value: late, look: 'late' },
    { value: dueSoon, look: 'soon' },
    { value: dueLater, look: 'later' },
  ]
  return (
    <tr>
      <th scope="row">
        {stateTexts[state]}
        <Bar parts={parts} whole={whole} />
      </th>
      {parts.map(({ value, look }) => (
        <td key={look} class={value > 0 && look === 'late' ? 'number wrong' : 'number'}>
          {value}
        </td>
      ))}
    </tr>
  )
}

const Lateness = ({ lateBy }: Pick<WorkNumbers, 'lateBy'>) => (
  <div class="lateness">
    <h3>How late</h3>
    <Columns values={lateBy.map(({ count }) => count)} look="late" />
    <dl class="steps">
      {lateBy.map(({ upTo, count }) => (
        <div key={upTo}>
          <dt>{latenessTexts[upTo]}</dt>
          <dd>{count}</dd>
        </div>
      ))}
    </dl>
  </div>
)

/** Open verifications, by who has them and by when they are due. */
export const Work = ({ work: { states, lateBy, backChecks, isMore } }: { work: WorkNumbers }) => {
  const whole = Math.max(...states.map(({ late, dueSoon, dueLater }) => late + dueSoon + dueLater))
  return (
    <Section id="work" title="Work now">
      <table class="states">
        <caption class="unseen">Verifications by state and by when they are due</caption>
        <thead>
          <tr>
            <th scope="col">State</th>
            <th scope="col" class="number">
              <span class="swatch late" />
              Late
            </th>
            <th scope="col" class="number">
              <span class="swatch soon" />
              <span class="unseen">Due within </span>
              24 h
            </th>
            <th scope="col" class="number">
              <span class="swatch later" />
              Later
            </th>
          </tr>
        </thead>
        <tbody>
          {states.map(line => (
            <StateLine key={line.state} line={line} whole={whole} />
          ))}
        </tbody>
      </table>
      {lateBy.some(({ count }) => count > 0) && <Lateness lateBy={lateBy} />}
      {backChecks > 0 && (
        <p class="quiet">And {formatCount(backChecks, 'second visit')}, which no customer waits for.</p>
      )}
      {isMore && <p>There is more. What is due first was counted.</p>}
    </Section>
  )
}

const agentHeadings = [
  ...['Agent', 'Has now', 'Waiting', 'Approved'],
  ...['Rejected', 'Returned', 'Agrees', 'Back-checks'],
]

/** The agents, with the results of their visits in thirty days. */
export const Agents = ({ agents }: Pick<OverviewNumbers, 'agents'>) => (
  <Section id="agents" title="Agents, 30 days">
    {agents.length === 0 ? (
      <p class="quiet">No agent has worked.</p>
    ) : (
      <WideTable caption="Agents" headings={agentHeadings}>
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

const reviewerHeadings = ['Reviewer', 'Approved', 'Rejected', 'Returned', 'Staged', 'Half within']

/** The reviewers, and how long reports wait for them. */
export const Reviewers = ({ reviewers }: Pick<OverviewNumbers, 'reviewers'>) => (
  <Section id="reviewers" title="Reviewers, 30 days">
    {reviewers.length === 0 ? (
      <p class="quiet">No reviewer has decided.</p>
    ) : (
      <WideTable caption="Reviewers" headings={reviewerHeadings}>
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
