import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { Product } from '../../../../../shared/verification/contract/product.ts'
import type { WorkItem } from '../../../../../shared/review/contract.ts'
import { callApi, type RequestOf } from '../../ui/api.ts'
import { describeFlags, formatDue, formatTimeOfDay } from '../../ui/format.ts'
import { Choose, hashUrl } from '../../ui/page.tsx'
import { ErrorNotice, usePerson, useQuery } from '../../ui/query.tsx'
import { Key } from './keys.tsx'
import { useNowMs } from './lease.tsx'
import { useStoredState } from './stored-state.ts'

/** Whether this reviewer can claim it now. Nobody reviews their own visit or decision. */
export const isFreeFor = ({ waiting, isMine }: WorkItem, reviewer: string): boolean =>
  waiting !== null &&
  waiting.agent !== reviewer &&
  !waiting.disputed?.isBarred &&
  waiting.stagedBy !== reviewer &&
  (isMine || waiting.reviewer === null || waiting.reviewer === reviewer)

/** Other reviewers that these cases name. */
export const colleaguesIn = (works: readonly WorkItem[], reviewer: string): readonly string[] => {
  const named = works.flatMap(({ waiting }) => [waiting?.reviewer, waiting?.stagedBy])
  return [...new Set(named)].flatMap(id => (id && id !== reviewer ? [id] : [])).toSorted()
}

/** The first case that is free and was not skipped. */
export const findNextCase = (
  works: readonly WorkItem[],
  reviewer: string,
  skipped: ReadonlySet<string>,
): WorkItem | undefined => works.find(work => isFreeFor(work, reviewer) && !skipped.has(work.id))

export type Filter = Pick<
  NonNullable<RequestOf<'GET /v1/operations/assignments'>['query']>,
  'product' | 'stateId'
>

interface QueuePage {
  readonly works: readonly WorkItem[]
  readonly cursor: string | null
  readonly atMs: number
}

const pageLines = 100
const refreshMs = 60_000

const readPage = (filter: Filter, cursor: string | null) =>
  callApi('GET /v1/operations/assignments', {
    query: { list: 'reported', limit: `${pageLines}`, ...filter, ...(cursor !== null && { cursor }) },
  })

/** Reads this many lines, or a few more. */
const readLines = async (filter: Filter, lines: number): Promise<QueuePage> => {
  const works: WorkItem[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(filter, cursor)
    works.push(...page.data)
    cursor = page.nextCursor
  } while (cursor !== null && works.length < lines)
  return { works, cursor, atMs: Date.now() }
}

export type ReviewQueue = ReturnType<typeof useReviewQueue>

/** The cases that wait for a reviewer, due first. They are read again every minute while the page is visible. */
export const useReviewQueue = (reviewer: string) => {
  const [filter, setFilter] = useStoredState<Filter>('sessionStorage', `filter ${reviewer}`, {})
  const [known, setKnown] = useState<QueuePage>()
  const [error, setError] = useState<unknown>()
  const latest = useRef<QueuePage | undefined>(undefined)
  const asked = useRef(0)

  const read = useCallback(
    async (lines: number): Promise<readonly WorkItem[]> => {
      const number = ++asked.current
      try {
        const found = await readLines(filter, lines)
        // An answer that a later one has overtaken is old.
        if (number === asked.current) {
          latest.current = found
          setKnown(found)
          setError(undefined)
        }
        return found.works
      } catch (failure) {
        if (number === asked.current) setError(failure)
        throw failure
      }
    },
    [filter],
  )
  const linesNow = () => Math.max(pageLines, latest.current?.works.length ?? 0)
  /** The list, read again if it is older. @throws what the API refuses */
  const readIfOlder = useCallback(
    async (ageMs: number) => {
      const { current } = latest
      return current && Date.now() - current.atMs <= ageMs ? current.works : read(linesNow())
    },
    [read],
  )
  const readMore = useCallback(() => read(linesNow() + pageLines), [read])
  /** Until the list is read again. */
  const leaveOut = useCallback((ids: readonly string[]) => {
    const { current } = latest
    if (!current) return
    latest.current = { ...current, works: current.works.filter(({ id }) => !ids.includes(id)) }
    setKnown(latest.current)
  }, [])

  useEffect(() => {
    latest.current = undefined
    const refresh = () => {
      if (document.visibilityState === 'visible') readIfOlder(refreshMs / 2).catch(() => undefined)
    }
    refresh()
    const timer = setInterval(refresh, refreshMs)
    addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(timer)
      removeEventListener('visibilitychange', refresh)
    }
  }, [readIfOlder])

  const isMore = known !== undefined && known.cursor !== null
  return { works: known?.works, isMore, error, filter, setFilter, readMore, readIfOlder, leaveOut }
}

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
  if (waiting.stagedBy === reviewer) return 'Your decision waits for another'
  return waiting.stagedBy ? `${waiting.stagedBy}’s decision waits for you` : undefined
}

export const locationOf = ({ place, employer }: WorkItem): string =>
  place ? [...new Set([place.city, place.lgaName, place.stateName])].join(', ') : (employer?.name ?? '')

const Line = ({ work, isCurrent, nowMs }: { work: WorkItem; isCurrent: boolean; nowMs: number }) => {
  const holder = holderOf(work, usePerson())
  const { flags, strongFlags } = work.waiting ?? { flags: 0, strongFlags: 0 }
  return (
    <li>
      <a href={hashUrl('review', work.id)} aria-current={isCurrent ? 'true' : undefined}>
        <span class="line">
          <span class={Date.parse(work.dueAt) <= nowMs ? 'tag late' : 'tag'}>
            {formatDue(work.dueAt, nowMs)}
          </span>
          {work.waiting?.disputed && <span class="tag disputed">Disputed</span>}
          {flags > 0 && (
            <span class={strongFlags > 0 ? 'tag wrong' : 'tag'}>{describeFlags(flags, strongFlags)}</span>
          )}
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
          aria-keyshortcuts="o"
          checked={goesOn}
          onChange={({ currentTarget: { checked } }) => onGoesOn(checked)}
        />
        <span>
          Open the next after a decision <Key>O</Key>
        </span>
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
