import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { WorkItem } from '../../../../../shared/work/contract.ts'
import { callApi, type RequestOf } from '../../ui/api.ts'

/** Whether this reviewer can claim it now. Nobody reviews their own visit, decision or rejection. */
const isFreeFor = ({ waiting, isMine }: WorkItem, reviewer: string): boolean =>
  waiting !== null &&
  waiting.agent !== reviewer &&
  !waiting.disputed?.isBarred &&
  waiting.stagedBy !== reviewer &&
  (isMine || waiting.reviewer === null || waiting.reviewer === reviewer)

/** The first case that is free and was not skipped. */
export const findNextCase = (
  works: readonly WorkItem[],
  reviewer: string,
  skipped: ReadonlySet<string>,
): WorkItem | undefined => works.find(work => isFreeFor(work, reviewer) && !skipped.has(work.id))

/** What the list is narrowed to. */
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
export const useReviewQueue = () => {
  const [filter, setFilter] = useState<Filter>({})
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
  return { works: known?.works, isMore, error, filter, setFilter, readMore, readIfOlder }
}
