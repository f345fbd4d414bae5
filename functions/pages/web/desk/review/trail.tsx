import { useState } from 'preact/hooks'
import { callApi, type ResponseOf } from '../../ui/api.ts'
import { formatDateTime } from '../../ui/format.ts'
import { ErrorNotice, useQuery } from '../../ui/query.tsx'
import { KeyButton } from './keys.tsx'

type Trail = ResponseOf<'GET /v1/operations/assignments/{id}/trail'>

const formatFacts = ({ facts }: Trail['entries'][number]): string =>
  Object.entries(facts ?? {})
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')

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
export const TrailOf = ({ id }: { id: string }) => {
  const [view, setView] = useState<'unread' | 'shown' | 'hidden'>('unread')
  const isShown = view === 'shown'
  const {
    value: trail,
    error,
    again,
  } = useQuery(
    () => callApi('GET /v1/operations/assignments/{id}/trail', { params: { id } }),
    view === 'unread' ? undefined : id,
  )
  return (
    <section aria-labelledby="trail" class="trail">
      <div class="heading">
        <h2 id="trail">Trail</h2>
        <KeyButton
          shortcut="t"
          isPlain
          isPressed={isShown}
          onPress={() => setView(isShown ? 'hidden' : 'shown')}
        >
          {isShown ? 'Hide' : 'Show'} the trail
        </KeyButton>
      </div>
      {isShown && <ErrorNotice error={error} onRetry={again} />}
      {isShown && trail && (
        <>
          <ChainStatus trail={trail} />
          <ol class="lines">
            {trail.entries.map(entry => (
              <li key={entry.n}>
                <time dateTime={entry.at}>{formatDateTime(entry.at)}</time> <strong>{entry.what}</strong> by{' '}
                {entry.by} <span class="quiet">{formatFacts(entry)}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  )
}
