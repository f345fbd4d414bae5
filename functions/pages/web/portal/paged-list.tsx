import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Loading } from '../ui/page.tsx'
import { ErrorLine, useMutation } from '../ui/query.tsx'

interface ListPage<Line> {
  readonly data: readonly Line[]
  readonly nextCursor: string | null
}

interface ListProps<Line> {
  /** Tells one list from another: another key starts again. */
  readonly of: string
  readonly read: (cursor: string | undefined) => Promise<ListPage<Line>>
  readonly keyOf: (line: Line) => string
  readonly empty: string
  readonly children: (line: Line) => ComponentChildren
}

/** A list, page by page. */
export const PagedList = <Line,>({ of, read, keyOf, empty, children }: ListProps<Line>) => {
  const [page, setPage] = useState<ListPage<Line>>()
  const { error, run } = useMutation()
  const more = (cursor?: string) =>
    run(async () => {
      const { data, nextCursor } = await read(cursor)
      setPage(before => ({ data: [...((cursor && before?.data) || []), ...data], nextCursor }))
    })
  // What is read follows from the key.
  useEffect(() => {
    setPage(undefined)
    void more()
  }, [of])
  return (
    <>
      <ErrorLine error={error} />
      {!page && error === undefined && <Loading />}
      {page?.data.length === 0 && <p class="quiet">{empty}</p>}
      {page && page.data.length > 0 && (
        <ul class="lines">
          {page.data.map(line => (
            <li key={keyOf(line)}>{children(line)}</li>
          ))}
        </ul>
      )}
      <p class="buttons">
        {page?.nextCursor && (
          <button type="button" class="plain" onClick={() => more(page.nextCursor!)}>
            Show more
          </button>
        )}
        <button type="button" class="plain" onClick={() => more()}>
          Refresh
        </button>
      </p>
    </>
  )
}
