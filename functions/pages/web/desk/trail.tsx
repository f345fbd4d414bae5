import { useState } from 'preact/hooks'
import type { ResponseOf } from '../ui/api.ts'
import { formatDateTime } from '../ui/format.ts'
import { ErrorNotice, useQuery } from '../ui/query.tsx'
import { KeyButton } from './review/keys.tsx'
import { describeEventType, describeFacts } from './trail-texts.ts'

type TrailPage = ResponseOf<'GET /v1/operations/cases/{id}/trail'>
type Trail = Pick<TrailPage, 'broken' | 'entries'>
type PageReader = (cursor: string | undefined) => Promise<TrailPage>

/** All its pages; the first that is broken says where. */
const readTrail = async (readPage: PageReader): Promise<Trail> => {
  let trail: Trail = { broken: null, entries: [] }
  let cursor: string | undefined
  do {
    const page = await readPage(cursor)
    trail = { broken: trail.broken ?? page.broken, entries: [...trail.entries, ...page.entries] }
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return trail
}

const ChainStatus = ({ trail: { broken, entries } }: { trail: Trail }) =>
  broken ? (
    <p role="status" class="broken">
      <strong>✗ The chain is broken</strong> at entry {broken.place}: {broken.reason}.
    </p>
  ) : (
    <p role="status">
      <strong>✓ The chain is valid</strong> over {entries.length} entries: none was changed, moved or removed.
    </p>
  )

/** All that happened, read on demand and once, because each reading leaves a trail entry. */
export const TrailOf = ({ id, readPage }: { readonly id: string; readonly readPage: PageReader }) => {
  const [view, setView] = useState<'unread' | 'shown' | 'hidden'>('unread')
  const isShown = view === 'shown'
  const {
    value: trail,
    error,
    again,
  } = useQuery(() => readTrail(readPage), view === 'unread' ? undefined : id)
  return (
    <section aria-labelledby="trail" class="trail">
      <div class="heading">
        <h2 id="trail">Trail</h2>
        <KeyButton shortcut="t" isPressed={isShown} onPress={() => setView(isShown ? 'hidden' : 'shown')}>
          {isShown ? 'Hide' : 'Show'} the trail
        </KeyButton>
      </div>
      {isShown && <ErrorNotice error={error} onRetry={again} />}
      {isShown && trail && (
        <>
          <ChainStatus trail={trail} />
          <ol class="lines">
            {trail.entries.flatMap(({ n, at, events }) =>
              events.map((event, index) => (
                <li key={`${n}.${index}`}>
                  <time dateTime={at}>{formatDateTime(at)}</time>{' '}
                  <strong>{describeEventType(event.what)}</strong> by {event.by}{' '}
                  <span class="quiet">{describeFacts(event.facts)}</span>
                </li>
              )),
            )}
          </ol>
        </>
      )}
    </section>
  )
}
