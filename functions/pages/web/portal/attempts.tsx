import type { VNode } from 'preact'
import type { ResponseOf } from '../ui/api.ts'
import { hashUrl } from '../ui/hash-route.ts'
import { formatTimeSpan } from '../ui/format.ts'
import { describeAttempt } from './health.tsx'
import { DateTime, Tag, Verbatim } from './display.tsx'

export type Attempt = ResponseOf<'GET /v1/events/{id}'>['attempts'][number]

const results = {
  delivered: ['good', 'delivered'],
  retry: ['late', 'failed, tried again'],
  'gave-up': ['wrong', 'given up'],
  disable: ['wrong', 'gone, endpoint switched off'],
} as const

/** How long a receiver took. */
const tookOf = (latencyMs: number): string =>
  latencyMs < 10_000 ? `${latencyMs} ms` : formatTimeSpan(latencyMs)

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
        <Tag tone={tone}>{word}</Tag> <strong>{describeAttempt(attempt)}</strong>{' '}
        <span class="quiet">
          attempt {attempt.attempt}, <DateTime at={attempt.at} />, {tookOf(attempt.latencyMs)}
        </span>
      </p>
      {url !== undefined && (
        <p>
          to <a href={hashUrl('endpoints', `${attempt.endpointId}`)}>{url}</a>
        </p>
      )}
      {url === undefined && (
        <p>
          <a href={hashUrl('events', attempt.eventId)}>{attempt.eventId}</a>
        </p>
      )}
      <Verbatim label="What your receiver answered" text={answerOf(attempt)} />
      {isLast && attempt.nextAttemptAt !== null && (
        <p>
          Next attempt <DateTime at={attempt.nextAttemptAt} />.
        </p>
      )}
    </article>
  )
}
