import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { WorkItem } from '../../../../../shared/work/contract.ts'
import { type RequestOf, callApi } from '../../ui/api.ts'

type Query = NonNullable<RequestOf<'GET /v1/operations/assignments'>['query']>

/** What the list is narrowed to, as the query says it. */
export type Filter = Pick<Query, 'product' | 'stateId'>

interface Known {
  readonly works: readonly WorkItem[]
  readonly cursor: string | null
  readonly atMs: number
}

const pageLines = 100

const refreshMs = 60_000

const readPage = async (filter: Filter, cursor: string | null) => {
  const query = {
    list: 'reported',
    limit: `${pageLines}`,
    ...filter,
    ...(cursor !== null && { cursor }),
  } as const
  return callApi('GET /v1/operations/assignments', { query })
}

/** As many lines as there were, and a page at least. */
const readLines = async (filter: Filter, lines: number): Promise<Known> => {
  const works: WorkItem[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(filter, cursor)
    works.push(...page.data)
    cursor = page.nextCursor
  } while (cursor !== null && works.length < lines)
  return { works, cursor, atMs: Date.now() }
}

export interface ReviewQueue {
  /** Undefined until they are read. */
  readonly works: readonly WorkItem[] | undefined
  readonly isMore: boolean
  readonly error: unknown
  readonly filter: Filter
  readonly setFilter: (filter: Filter) => void
  readonly readMore: () => Promise<readonly WorkItem[]>
  /** The list, read anew if it is older than this. @throws what the API refuses */
  readonly atMost: (ageMs: number) => Promise<readonly WorkItem[]>
}

/** What waits for a reviewer, what is due first standing first; read again every minute that the page is looked at. */
export const useReviewQueue = (): ReviewQueue => {
  const [filter, setFilter] = useState<Filter>({})
  const [known, setKnown] = useState<Known>()
  const [error, setError] = useState<unknown>()
  const latest = useRef<Known | undefined>(undefined)
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
  const atMost = useCallback(
    async (ageMs: number) => {
      const { current } = latest
      return current && Date.now() - current.atMs <= ageMs ? current.works : read(linesNow())
    },
    [read],
  )
  const readMore = useCallback(() => read(linesNow() + pageLines), [read])

  useEffect(() => {
    latest.current = undefined
    const refresh = () => {
      if (document.visibilityState === 'visible') atMost(refreshMs / 2).catch(() => undefined)
    }
    refresh()
    const timer = setInterval(refresh, refreshMs)
    addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(timer)
      removeEventListener('visibilitychange', refresh)
    }
  }, [atMost])

  return {
    works: known?.works,
    isMore: known?.cursor !== null && known !== undefined,
    ...{ error, filter, setFilter, readMore, atMost },
  }
}
