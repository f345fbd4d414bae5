import type { VNode } from 'preact'
import type { WorkNow } from './answers.ts'
import { Bar, Columns } from './plot.tsx'
import { Section } from './section.tsx'
import { formatCount } from './format.ts'

const stateWords = {
  open: 'Nobody on it',
  claimed: 'With an agent',
  reported: 'Reported',
  staged: 'Second reviewer',
} as const

const stepWords = { '6h': 'to 6 h', '1d': 'to 1 day', '3d': 'to 3 days', more: 'more' } as const

const StateLine = ({ line, whole }: { line: WorkNow['states'][number]; whole: number }): VNode => {
  const { state, late, dueSoon, dueLater } = line
  const parts = [
    { value: late, look: 'late' },
    { value: dueSoon, look: 'soon' },
    { value: dueLater, look: 'later' },
  ]
  return (
    <tr>
      <th scope="row">
        {stateWords[state]}
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

const Lateness = ({ lateBy }: Pick<WorkNow, 'lateBy'>): VNode => (
  <div class="lateness">
    <h3>How late</h3>
    <Columns values={lateBy.map(({ count }) => count)} look="late" />
    <dl class="steps">
      {lateBy.map(({ upTo, count }) => (
        <div key={upTo}>
          <dt>{stepWords[upTo]}</dt>
          <dd>{count}</dd>
        </div>
      ))}
    </dl>
  </div>
)

/** What waits for whom, and how long it may. */
export const Work = ({ work }: { readonly work: WorkNow }): VNode => {
  const { states, lateBy, backChecks, isMore } = work
  const whole = Math.max(...states.map(({ late, dueSoon, dueLater }) => late + dueSoon + dueLater))
  const hasLate = lateBy.some(({ count }) => count > 0)
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
      {hasLate && <Lateness lateBy={lateBy} />}
      {backChecks > 0 && (
        <p class="quiet">And {formatCount(backChecks, 'second visit')}, which no customer waits for.</p>
      )}
      {isMore && <p>There is more. What is due first was counted.</p>}
    </Section>
  )
}
