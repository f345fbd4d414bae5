import type { ComponentChildren, VNode } from 'preact'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { useMutation } from './query.tsx'

/** A page of any list of the API. */
export interface ListPage<Line> {
  readonly data: readonly Line[]
  readonly nextCursor: string | null
}

interface ListProps<Line> {
  /** What tells one list from another: another key begins anew. */
  readonly of: string
  readonly read: (cursor: string | undefined) => Promise<ListPage<Line>>
  readonly keyOf: (line: Line) => string
  readonly empty: string
  readonly children: (line: Line) => ComponentChildren
}

/** A list, page by page. */
export const PagedList = <Line,>({ of, read, keyOf, empty, children }: ListProps<Line>): VNode => {
  const [lines, setLines] = useState<readonly Line[]>()
  const [cursor, setCursor] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()
  const attempt = useMutation()
  // What is read follows from the key.
  const more = useCallback(
    async (from: string | undefined) => {
      const came = await attempt(() => read(from))
      if ('problem' in came) return setProblem(came.problem)
      setProblem(undefined)
      setLines(before => [...((from !== undefined && before) || []), ...came.value.data])
      setCursor(came.value.nextCursor)
    },
    [attempt, of],
  )
  useEffect(() => {
    setLines(undefined)
    void more(undefined)
  }, [more])
  return (
    <>
      {problem !== undefined && <p role="alert">{problem}</p>}
      {lines === undefined && problem === undefined && <p class="quiet">One moment …</p>}
      {lines?.length === 0 && <p class="quiet">{empty}</p>}
      {lines !== undefined && lines.length > 0 && (
        <ul class="lines">
          {lines.map(line => (
            <li key={keyOf(line)}>{children(line)}</li>
          ))}
        </ul>
      )}
      <p class="buttons">
        {cursor !== null && (
          <button type="button" class="plain" onClick={() => more(cursor)}>
            Show more
          </button>
        )}
        <button type="button" class="plain" onClick={() => more(undefined)}>
          Refresh
        </button>
      </p>
    </>
  )
}
