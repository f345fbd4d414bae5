import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { type ResponseOf, callApi } from '../../ui/api.ts'
import { formatDateTime } from '../../ui/format.ts'
import { KeyButton } from './key-button.tsx'
import { ErrorNotice } from './error-notice.tsx'

type Trail = ResponseOf<'GET /v1/operations/assignments/{id}/trail'>
type Entry = Trail['entries'][number]

/** Facts as they stand there: words and numbers. */
const factWords = ({ facts }: Entry): string =>
  facts
    ? Object.entries(facts)
        .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
        .join(', ')
    : ''

const Chain = ({ trail: { broken, entries } }: { readonly trail: Trail }): VNode =>
  broken ? (
    <p role="status" class="broken">
      <strong>✗ The chain is broken</strong> at entry {broken.place}: {broken.reason}.
    </p>
  ) : (
    <p role="status">
      <strong>✓ The chain holds</strong> over {entries.length} entries: none was changed, moved or taken away.
    </p>
  )

interface TrailProps {
  readonly id: string
  readonly reviewer: string
}

/** All that happened, when somebody asks for it: the reading is noted in it. */
export const TrailOf = ({ id, reviewer }: TrailProps): VNode => {
  const [trail, setTrail] = useState<Trail>()
  const [error, setError] = useState<unknown>()
  const [isShown, setIsShown] = useState(false)
  const read = () => {
    setError(undefined)
    callApi('GET /v1/operations/assignments/{id}/trail', { params: { id } }).then(setTrail, setError)
  }
  const toggle = () => {
    if (!isShown && !trail) read()
    setIsShown(!isShown)
  }
  return (
    <section aria-labelledby="trail" class="trail">
      <div class="heading">
        <h2 id="trail">Trail</h2>
        <KeyButton shortcut="t" isPlain isPressed={isShown} onPress={toggle}>
          {isShown ? 'Hide' : 'Show'} the trail
        </KeyButton>
      </div>
      {isShown && error !== undefined && <ErrorNotice error={error} reviewer={reviewer} onRetry={read} />}
      {isShown && trail && (
        <>
          <Chain trail={trail} />
          <ol class="lines">
            {trail.entries.map(entry => (
              <li key={entry.n}>
                <time dateTime={entry.at}>{formatDateTime(entry.at)}</time> <strong>{entry.what}</strong> by{' '}
                {entry.by} <span class="quiet">{factWords(entry)}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  )
}
