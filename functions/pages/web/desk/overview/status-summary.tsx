import type { VNode } from 'preact'
import type { Overview } from './answers.ts'
import { formatCount } from './format.ts'

/** One thing that hurts somebody, and where on the page more of it stands. */
interface Trouble {
  readonly words: string
  readonly place: string
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, n) => sum + n, 0)

const troublesIn = ({ work, stuck, deliveries, registries }: Overview): readonly Trouble[] => {
  const late = sumOf(work.states.map(state => state.late))
  const down = registries.filter(({ state }) => state === 'unavailable')
  const broken = deliveries.endpoints.length
  return [
    ...(late > 0 ? [{ words: `${formatCount(late, 'verification')} late`, place: 'work' }] : []),
    ...(stuck.items.length > 0
      ? [{ words: `${formatCount(stuck.items.length, 'thing')} to mend`, place: 'mend' }]
      : []),
    ...(broken > 0 ? [{ words: `${formatCount(broken, 'endpoint')} not reached`, place: 'deliveries' }] : []),
    ...(down.length > 0
      ? [{ words: `no answer from ${down.map(({ name }) => name).join(', ')}`, place: 'registries' }]
      : []),
  ]
}

const goTo = (place: string) => () => document.getElementById(place)?.focus()

/** Whether anybody is hurt, before anything else. */
export const StatusSummary = ({ overview }: { readonly overview: Overview }): VNode => {
  const troubles = troublesIn(overview)
  if (troubles.length === 0)
    return <p class="glance well">All is well: nothing is late, nothing is stuck, everybody answers.</p>
  return (
    <ul class="glance" aria-label="Needs attention">
      {troubles.map(({ words, place }) => (
        <li key={place}>
          <button type="button" class="plain" onClick={goTo(place)}>
            {words}
          </button>
        </li>
      ))}
    </ul>
  )
}
