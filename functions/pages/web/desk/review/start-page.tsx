import { useState } from 'preact/hooks'
import type { WorkItem } from '../../../../../shared/review/contract.ts'
import { formatDateTime, formatDue, formatTimeOfDay } from '../../ui/format.ts'
import { hashUrl } from '../../ui/page.tsx'
import { usePerson } from '../../ui/query.tsx'
import { BulkDecision, groupAlike } from './bulk-decision.tsx'
import { type Draft, noDraft } from './decision-forms.tsx'
import type { Decisions, PressedDecision } from './decisions.ts'
import { useNowMs } from './lease.tsx'
import { isFreeFor, locationOf, productNames, type ReviewQueue } from './queue.tsx'

/** So many of each kind are named: whoever has done them finds the next ones here. */
const shownLinks = 3

interface TodoProps {
  readonly title: string
  readonly works: readonly WorkItem[]
  readonly describe: (work: WorkItem) => string
}

const Todo = ({ title, works, describe }: TodoProps) =>
  works.length === 0 ? null : (
    <section>
      <h3>
        {title} <span class="quiet">{works.length}</span>
      </h3>
      <ul>
        {works.slice(0, shownLinks).map(work => (
          <li key={work.id}>
            <a href={hashUrl('review', work.id)}>{work.id}</a> {productNames[work.product]},{' '}
            <bdi>{locationOf(work)}</bdi>, <span class="quiet">{describe(work)}</span>
          </li>
        ))}
      </ul>
    </section>
  )

const isWritten = (draft: Draft = noDraft): boolean =>
  Object.entries(draft).some(([name, value]) => value !== noDraft[name as keyof Draft])

const reportedAtMs = ({ waiting }: WorkItem): number => Date.parse(waiting?.reportedAt ?? '')

interface StartPageProps {
  readonly queue: ReviewQueue
  readonly decisions: Decisions
  readonly onDecide: (items: readonly PressedDecision[]) => void
}

/** What to do first, of the cases that are listed and that this reviewer may take. */
export const StartPage = ({ queue, decisions, onDecide }: StartPageProps) => {
  const reviewer = usePerson()
  const nowMs = useNowMs()
  /** Kept while it is decided: the list gets shorter meanwhile. */
  const [chosen, setChosen] = useState<readonly WorkItem[]>()
  const free = (queue.works ?? []).filter(work => isFreeFor(work, reviewer))
  const due = ({ dueAt }: WorkItem) => formatDue(dueAt, nowMs)
  const overdue = free.filter(({ dueAt }) => Date.parse(dueAt) <= nowMs)
  const oldest = free.toSorted((one, other) => reportedAtMs(one) - reportedAtMs(other)).slice(0, 1)
  if (chosen)
    return (
      <div class="start">
        <BulkDecision
          works={chosen}
          decisions={decisions}
          onDecide={onDecide}
          onClose={() => setChosen(undefined)}
        />
      </div>
    )
  return (
    <section class="start" aria-labelledby="first">
      <h2 id="first">What to do first</h2>
      {queue.isMore && <p class="quiet">Of the first {queue.works?.length} cases of the list.</p>}
      <Todo
        title="Yours"
        works={free.filter(({ isMine }) => isMine)}
        describe={work => `until ${formatTimeOfDay(work.leaseUntil ?? '')}, ${due(work)}`}
      />
      <Todo
        title="You began to write"
        works={free.filter(({ id }) => isWritten(decisions.drafts[id]))}
        describe={due}
      />
      <Todo title="Overdue" works={overdue} describe={due} />
      <Todo
        title="Disputes"
        works={free.filter(({ waiting }) => waiting?.disputed)}
        describe={work => `the ${work.waiting?.disputed?.by} objects, ${due(work)}`}
      />
      <Todo
        title="Decisions that wait for a second reviewer"
        works={free.filter(({ waiting }) => waiting?.stagedBy)}
        describe={work => `decided by ${work.waiting?.stagedBy}, ${due(work)}`}
      />
      <Todo
        title="Waiting longest"
        works={oldest}
        describe={({ waiting }) => `reported ${formatDateTime(waiting?.reportedAt ?? '')}`}
      />
      {groupAlike(free.filter(({ isMine }) => !isMine)).map(({ title, works }) => (
        <section key={title}>
          <h3>
            Alike, with a near photo and no flag <span class="quiet">{works.length}</span>
          </h3>
          <p>
            <bdi>{title}</bdi>{' '}
            <button type="button" class="plain" onClick={() => setChosen(works)}>
              Decide together<span class="unseen"> cases of {title}</span>
            </button>
          </p>
        </section>
      ))}
      <p class="quiet">N opens the next case that nobody has.</p>
    </section>
  )
}
