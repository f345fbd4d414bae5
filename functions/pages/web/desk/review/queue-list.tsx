import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { WorkItem } from '../../../../../shared/work/contract.ts'
import type { Product } from '../../../../../shared/verification/contract/product.ts'
import { type ResponseOf, callApi } from '../../ui/api.ts'
import { hashUrl } from '../../ui/hash-route.ts'
import { formatDue, formatTimeOfDay } from '../../ui/format.ts'
import { useNowMs } from './now.ts'
import { ErrorNotice } from './error-notice.tsx'
import type { Filter, ReviewQueue } from './queue.ts'

export const productNames: Readonly<Record<Product, string>> = {
  address: 'Address',
  'address-pro': 'Address Pro',
  'business-address': 'Business',
  employment: 'Employment',
}

type States = ResponseOf<'GET /v1/locations/states'>['data']

const useStates = (): States => {
  const [states, setStates] = useState<States>([])
  useEffect(() => {
    callApi('GET /v1/locations/states', {}).then(
      ({ data }) => setStates(data),
      // Without them the list cannot be narrowed to a state, and that is all.
      () => undefined,
    )
  }, [])
  return states
}

/** Why somebody would not open it, or that they have it. */
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

const whereOf = ({ place, employer }: WorkItem): string =>
  place
    ? [place.city, place.lgaName, place.stateName]
        .filter((name, at, all) => all.indexOf(name) === at)
        .join(', ')
    : (employer?.name ?? '')

interface LineProps {
  readonly work: WorkItem
  readonly reviewer: string
  readonly isCurrent: boolean
  readonly nowMs: number
}

const Line = ({ work, reviewer, isCurrent, nowMs }: LineProps): VNode => {
  const holder = holderOf(work, reviewer)
  const flags = work.waiting?.flags ?? 0
  return (
    <li>
      <a href={hashUrl('review', work.id)} aria-current={isCurrent ? 'true' : undefined}>
        <span class="line">
          <span class={Date.parse(work.dueAt) <= nowMs ? 'tag late' : 'tag'}>
            {formatDue(work.dueAt, nowMs)}
          </span>
          {work.waiting?.disputed && <span class="tag disputed">Disputed</span>}
          {flags > 0 && <span class="tag wrong">{flags === 1 ? '1 flag' : `${flags} flags`}</span>}
          <span>{productNames[work.product]}</span>
        </span>
        <strong class="line">
          <bdi>{whereOf(work)}</bdi>
        </strong>
        <span class="line quiet">
          <span>{work.id}</span>
          {holder && <bdi>{holder}</bdi>}
        </span>
      </a>
    </li>
  )
}

interface NarrowProps {
  readonly filter: Filter
  readonly onChange: (filter: Filter) => void
}

const Narrow = ({ filter, onChange }: NarrowProps): VNode => {
  const states = useStates()
  return (
    <div class="narrowing">
      <label>
        Product
        <select
          value={filter.product ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...filter, product: value === '' ? undefined : (value as Product) })
          }
        >
          <option value="">All</option>
          {Object.entries(productNames).map(([product, name]) => (
            <option key={product} value={product}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        State
        <select
          value={filter.stateId ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...filter, stateId: value === '' ? undefined : value })
          }
        >
          <option value="">All</option>
          {states.map(({ id, name }) => (
            <option key={id} value={`${id}`}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

interface ListProps {
  readonly waiting: ReviewQueue
  readonly reviewer: string
  readonly current: string | undefined
  /** Whether a decision leads to the next case by itself. */
  readonly goesOn: boolean
  readonly onGoesOn: (goesOn: boolean) => void
}

/** What waits for a reviewer, what is due first standing first. */
export const ReviewQueueList = (props: ListProps): VNode => {
  const { waiting, reviewer, current, goesOn, onGoesOn } = props
  const nowMs = useNowMs()
  const { works, isMore, error, filter, setFilter, readMore, atMost } = waiting
  return (
    <section aria-labelledby="waiting" class="waiting">
      <h1 id="waiting" tabIndex={-1}>
        Waiting{works && <span class="quiet"> {isMore ? `${works.length} and more` : works.length}</span>}
      </h1>
      <Narrow filter={filter} onChange={setFilter} />
      <label class="going-on">
        <input
          type="checkbox"
          checked={goesOn}
          onChange={({ currentTarget: { checked } }) => onGoesOn(checked)}
        />
        Open the next after a decision
      </label>
      {error !== undefined && (
        <ErrorNotice
          error={error}
          reviewer={reviewer}
          onRetry={() => void atMost(0).catch(() => undefined)}
        />
      )}
      {works?.length === 0 && <p class="quiet">Nothing waits.</p>}
      <ul>
        {works?.map(work => (
          <Line key={work.id} work={work} reviewer={reviewer} isCurrent={work.id === current} nowMs={nowMs} />
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
