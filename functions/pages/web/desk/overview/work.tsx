import { formatCount, formatDateTime, formatMinutes, formatShare } from '../../ui/format.ts'
import { Table } from '../../ui/page.tsx'
import { daysAgo, searchUrl } from '../search/link.ts'
import { openCasesUrl } from '../cases/link.ts'
import { dueTexts, latenessTexts, workStateTexts } from '../cases/texts.ts'
import { Bar, CaseCount, Columns, type OverviewNumbers, Section, WideTable } from './section.tsx'

type WorkNumbers = OverviewNumbers['work']

/** What is counted of a state, with its class of the style sheet and its heading. */
const dueColumns = [
  ['late', 'late', 'Late'],
  [
    'dueSoon',
    'soon',
    <>
      <span class="unseen">Due within </span>24 h
    </>,
  ],
  ['dueLater', 'later', 'Later'],
] as const

const StateLine = ({ line, whole }: { line: WorkNumbers['states'][number]; whole: number }) => (
  <tr>
    <th scope="row">
      {workStateTexts[line.state]}
      <Bar parts={dueColumns.map(([name, look]) => ({ value: line[name], look }))} whole={whole} />
    </th>
    {dueColumns.map(([name, look]) => (
      <td key={look} class={look === 'late' && line.late > 0 ? 'number wrong' : 'number'}>
        <CaseCount
          count={line[name]}
          filter={{ state: line.state, due: name }}
          title={`${workStateTexts[line.state]}, ${dueTexts[name]}`}
        />
      </td>
    ))}
  </tr>
)

const Lateness = ({ lateBy }: Pick<WorkNumbers, 'lateBy'>) => (
  <div class="lateness">
    <h3>How late</h3>
    <Columns values={lateBy.map(({ count }) => count)} look="late" />
    <dl class="steps">
      {lateBy.map(({ upTo, count }) => (
        <div key={upTo}>
          <dt>{latenessTexts[upTo]}</dt>
          <dd>
            <CaseCount count={count} filter={{ lateBy: upTo }} title={`late, ${latenessTexts[upTo]}`} />
          </dd>
        </div>
      ))}
    </dl>
  </div>
)

/** Open verifications, by who has them and by when they are due. */
export const Work = ({
  at,
  work: { states, lateBy, backChecks, isMore, countedAt },
}: Pick<OverviewNumbers, 'at' | 'work'>) => {
  const whole = Math.max(...states.map(({ late, dueSoon, dueLater }) => late + dueSoon + dueLater))
  return (
    <Section id="work" title="Work now">
      <Table
        look="states"
        caption="Verifications by state and by when they are due"
        headings={[
          'State',
          ...dueColumns.map(([, look, title]) => (
            <>
              <span class={`swatch ${look}`} />
              {title}
            </>
          )),
        ]}
      >
        {states.map(line => (
          <StateLine key={line.state} line={line} whole={whole} />
        ))}
      </Table>
      {lateBy.some(({ count }) => count > 0) && <Lateness lateBy={lateBy} />}
      {backChecks > 0 && (
        <p class="quiet">
          And <a href={openCasesUrl({ list: 'backChecks' })}>{formatCount(backChecks, 'second visit')}</a>,
          which no customer waits for.
        </p>
      )}
      {countedAt !== at && <p class="quiet">Counted {formatDateTime(countedAt)}, every five minutes.</p>}
      {isMore && <p>There is more. What is due first was counted.</p>}
    </Section>
  )
}

/** The agents, with the results of their visits in thirty days. */
export const Agents = ({ agents }: Pick<OverviewNumbers, 'agents'>) => (
  <Section id="agents" title="Agents, 30 days">
    {agents.length === 0 ? (
      <p class="quiet">No agent has worked.</p>
    ) : (
      <WideTable
        caption="Agents"
        urlOf={value => searchUrl({ field: 'agent', value, from: daysAgo(30), to: '' })}
        headings={[
          'Agent',
          'Has now',
          'Waiting',
          'Approved',
          'Rejected',
          'Returned',
          'Agrees',
          'Back-checks',
        ]}
        rows={agents.map(one => [
          one.id,
          <CaseCount
            count={one.claimed}
            filter={{ agent: one.id, state: 'claimed' }}
            title={`${one.id} has now`}
          />,
          <CaseCount
            count={one.reported}
            filter={{ agent: one.id, state: 'reported' }}
            title={`of ${one.id} wait for a reviewer`}
          />,
          one.approved,
          one.rejected,
          one.returned,
          formatShare(one.agreed, one.approved + one.rejected),
          one.backChecked === 0 ? '–' : `${one.backCheckAgreed} of ${one.backChecked} agree`,
        ])}
      />
    )}
  </Section>
)

/** The reviewers, and how long reports wait for them. */
export const Reviewers = ({ reviewers }: Pick<OverviewNumbers, 'reviewers'>) => (
  <Section id="reviewers" title="Reviewers, 30 days">
    {reviewers.length === 0 ? (
      <p class="quiet">No reviewer has decided.</p>
    ) : (
      <WideTable
        caption="Reviewers"
        urlOf={value => searchUrl({ field: 'reviewer', value, from: daysAgo(30), to: '' })}
        headings={[
          'Reviewer',
          'Approved',
          'Over strong flags',
          'Against findings',
          'Approved alone',
          'Rejected',
          'Returned',
          'Staged',
          'Half within',
        ]}
        rows={reviewers.map(one => [
          one.id,
          one.approved,
          one.overFlags,
          one.against.map(({ reason, count }) => `${count} ${reason}`).join(', ') || 0,
          one.alone,
          one.rejected,
          one.returned,
          one.staged,
          formatMinutes(one.medianWaitMinutes),
        ])}
      />
    )}
  </Section>
)
