import type { VNode } from 'preact'
import type { Answer } from '../frame/api.ts'
import { placeUrl } from '../frame/place.ts'
import { lengthOf } from '../frame/words.ts'
import { whyOf } from './health.tsx'
import { Moment, Tag, Verbatim } from './shown.tsx'

export type Attempt = Answer<'GET /v1/events/{id}'>['attempts'][number]

const results = {
  delivered: ['good', 'delivered'],
  retry: ['late', 'failed, tried again'],
  'gave-up': ['wrong', 'given up'],
  disable: ['wrong', 'gone, endpoint switched off'],
} as const

/** How long a receiver took. */
const tookOf = (latencyMs: number): string => (latencyMs < 10_000 ? `${latencyMs} ms` : lengthOf(latencyMs))

const answerOf = ({ answer, status }: Attempt): string => {
  if (answer === null) return status === null ? 'Nothing: no answer came.' : `${status} without a body`
  return answer === '' ? `${status} with an empty body` : answer
}

interface AttemptProps {
  readonly attempt: Attempt
  /** Where it went; without it the attempt says which event it brought. */
  readonly url?: string
  /** Whether none followed to the same endpoint: only then does another wait. */
  readonly isLast?: boolean
}

/** One attempt: what came of it, and to the letter what the receiver answered. */
export const AttemptLine = ({ attempt, url, isLast = false }: AttemptProps): VNode => {
  const [tone, word] = results[attempt.outcome]
  return (
    <article class="attempt">
      <p>
        <Tag tone={tone}>{word}</Tag> <strong>{whyOf(attempt)}</strong>{' '}
        <span class="quiet">
          attempt {attempt.attempt}, <Moment at={attempt.at} />, {tookOf(attempt.latencyMs)}
        </span>
      </p>
      {url !== undefined && (
        <p>
          to <a href={placeUrl('endpoints', `${attempt.endpointId}`)}>{url}</a>
        </p>
      )}
      {url === undefined && (
        <p>
          <a href={placeUrl('events', attempt.eventId)}>{attempt.eventId}</a>
        </p>
      )}
      <Verbatim label="What your receiver answered" text={answerOf(attempt)} />
      {isLast && attempt.nextAttemptAt !== null && (
        <p>
          Next attempt <Moment at={attempt.nextAttemptAt} />.
        </p>
      )}
    </article>
  )
}
