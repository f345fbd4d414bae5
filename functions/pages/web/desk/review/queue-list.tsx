import type { Product } from '../../../../../shared/verification/contract/product.ts'
import type { WorkItem } from '../../../../../shared/work/contract.ts'
import { callApi } from '../../ui/api.ts'
import { formatCount, formatDue, formatTimeOfDay } from '../../ui/format.ts'
import { Choose, hashUrl } from '../../ui/page.tsx'
import { ErrorNotice, usePerson, useQuery } from '../../ui/query.tsx'
import { useNowMs } from './lease.tsx'
import type { ReviewQueue } from './queue.ts'

export const productNames: Readonly<Record<Product, string>> = {
  address: 'Address',
  'address-pro': 'Address Pro',
  'business-address': 'Business',
  employment: 'Employment',
}

/** Who holds a case, or why this reviewer would not open it. */
const holderOf = ({ waiting, isMine, leaseUntil }: WorkItem, reviewer: string): string | undefined => {
  if (!waiting) return undefined
  if (waiting.agent === reviewer) return 'Your own visit'
  if (waiting.disputed?.isBarred) return 'You decided it before'
  if (isMine && leaseUntil) return `Yours until ${formatTimeOfDay(leaseUntil)}`
  if (waiting.reviewer && waiting.reviewUntil)
    return `${waiting.reviewer} until ${formatTimeOfDay(waiting.reviewUntil)}`
  if (waiting.stagedBy === reviewer) return 'Your rejection waits for another'
  return waiting.stagedBy ? `${waiting.stagedBy}’s rejection waits for you` : undefined
}

const locationOf = ({ place, employer }: WorkItem): string =>
  place ? [...new Set([place.city, place.lgaName, place.stateName])].join(', ') : (employer?.name ?? '')

const Line = ({ work, isCurrent, nowMs }: { work: WorkItem; isCurrent: boolean; nowMs: number }) => {
  const holder = holderOf(work, usePerson())
  const flags = work.waiting?.flags ?? 0
  return (
    <li>
      <a href={hashUrl('review', work.id)} aria-current={isCurrent ? 'true' : undefined}>
        <span class="line">
          <span class={Date.parse(work.dueAt) <= nowMs ? 'tag late' : 'tag'}>
            {formatDue(work.dueAt, nowMs)}
          </span>
          {work.waiting?.disputed && <span class="tag disputed">Disputed</span>}
          {flags > 0 && <span class="tag wrong">{formatCount(flags, 'flag')}</span>}
          <span>{productNames[work.product]}</span>
        </span>
        <strong class="line">
          <bdi>{locationOf(work)}</bdi>
        </strong>
        <span class="line quiet">
          <span>{work.id}</span>
          {holder && <bdi>{holder}</bdi>}
        </span>
      </a>
    </li>
  )
}

const all = ['', 'All'] as const

const FilterFields = ({ queue: { filter, setFilter } }: { queue: ReviewQueue }) => {
  // Without the states the list cannot be narrowed to one, and that is all.
  const states = useQuery(() => callApi('GET /v1/locations/states', {}), 'states').value?.data ?? []
  return (
    <div class="narrowing">
      <Choose
        label="Product"
        value={filter.product ?? ''}
        options={[all, ...(Object.entries(productNames) as [Product, string][])]}
        onChoose={product => setFilter({ ...filter, product: product || undefined })}
      />
      <Choose
        label="State"
        value={filter.stateId ?? ''}
        options={[all, ...states.map(({ id, name }) => [`${id}`, name] as const)]}
        onChoose={stateId => setFilter({ ...filter, stateId: stateId || undefined })}
      />
    </div>
  )
}

interface QueueListProps {
  readonly queue: ReviewQueue
  readonly current: string | undefined
  /** Whether a decision leads to the next case by itself. */
  readonly goesOn: boolean
  readonly onGoesOn: (goesOn: boolean) => void
}

/** The cases that wait for a reviewer, due first. */
export const ReviewQueueList = ({ queue, current, goesOn, onGoesOn }: QueueListProps) => {
  const nowMs = useNowMs()
  const { works, isMore, error, readMore, readIfOlder } = queue
  return (
    <section aria-labelledby="waiting" class="waiting">
      <h1 id="waiting" tabIndex={-1}>
        Waiting{works && <span class="quiet"> {isMore ? `${works.length} and more` : works.length}</span>}
      </h1>
      <FilterFields queue={queue} />
      <label class="going-on">
        <input
          type="checkbox"
          checked={goesOn}
          onChange={({ currentTarget: { checked } }) => onGoesOn(checked)}
        />
        Open the next after a decision
      </label>
      <ErrorNotice error={error} onRetry={() => readIfOlder(0).catch(() => undefined)} />
      {works?.length === 0 && <p class="quiet">Nothing waits.</p>}
      <ul>
        {works?.map(work => (
          <Line key={work.id} work={work} isCurrent={work.id === current} nowMs={nowMs} />
        ))}
      </ul>
      {isMore && (
        <button type="button" class="plain" onClick={() => void readMore().catch(() => undefined)}>
          More
        </button>
      )}
    </section>
  )
}
