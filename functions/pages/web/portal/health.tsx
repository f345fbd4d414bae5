import type { ComponentChildren } from 'preact'
import { callApi, type ResponseOf } from '../ui/api.ts'
import { formatTimeSpan } from '../ui/format.ts'
import { hashUrl } from '../ui/page.tsx'
import { useQuery } from '../ui/query.tsx'
import { DateTime, Tag, Verbatim } from './display.tsx'
import { useSession } from './session.tsx'

export type Webhook = ResponseOf<'GET /v1/webhooks/{id}'>
export type Attempt = ResponseOf<'GET /v1/events/{id}'>['attempts'][number]

/** The organisation's endpoints; none for a client that may not read them. */
export const useEndpoints = (): readonly Webhook[] => {
  const mayRead = useSession().scopes.includes('webhooks')
  return useQuery(() => callApi('GET /v1/webhooks', {}), mayRead ? 'webhooks' : undefined).value?.data ?? []
}

/** `hooks.example.com`, or the name of a queue or bus. */
const hostOf = (url: string): string => (URL.canParse(url) && new URL(url).host) || url.split(':').at(-1)!

/** An endpoint by its description, else by its host; one that was deleted by its id. */
export const EndpointLink = ({ id, endpoints }: { id: number; endpoints: readonly Webhook[] }) => {
  const endpoint = endpoints.find(each => each.id === id)
  return (
    <a href={hashUrl('endpoints', `${id}`)} title={endpoint?.url}>
      {endpoint ? endpoint.description || hostOf(endpoint.url) : `endpoint ${id}`}
    </a>
  )
}

const HealthTag = ({ enabled, health }: Webhook) => {
  if (!enabled) return <Tag tone="wrong">disabled</Tag>
  if (health.failingSince !== null) return <Tag tone="wrong">failing</Tag>
  if (health.slowUntil !== null && Date.parse(health.slowUntil) > Date.now())
    return <Tag tone="late">slow</Tag>
  return <Tag tone="good">answers</Tag>
}

type AttemptResult = Pick<NonNullable<Webhook['health']['lastFailure']>, 'status' | 'failure' | 'detail'>

/** The result of an attempt in a line: `The endpoint answered 503`, or its status if it went well. */
export const describeAttempt = ({ status, failure, detail }: AttemptResult): string =>
  detail ?? `${status ?? failure ?? 'No answer'}`

/** The last failed attempt, with the receiver's answer and the way to its event. */
export const LastFailure = ({ health, heading }: Webhook & { heading: ComponentChildren }) => {
  const failure = health.lastFailure
  return (
    failure && (
      <>
        {heading}
        <div class="failure">
          <p>
            <strong>{describeAttempt(failure)}</strong>{' '}
            <span class="quiet">
              <DateTime at={failure.at} />
            </span>
          </p>
          {failure.answer && <Verbatim label="What your receiver answered" text={failure.answer} />}
          <p>
            <a href={hashUrl('events', failure.eventId)}>See all attempts and send it again</a>
          </p>
        </div>
      </>
    )
  )
}

const HealthWords = ({ enabled, disabledAt, disabledReason, health }: Webhook) => (
  <>
    {!enabled && disabledAt !== null && (
      <p>
        Disabled <DateTime at={disabledAt} />
        {disabledReason === null ? '.' : `: ${disabledReason}`}
      </p>
    )}
    {health.failingSince !== null && (
      <p>
        Every attempt has failed since <DateTime at={health.failingSince} />.
        {health.nextProbeAt !== null && (
          <>
            {' '}
            Deliveries wait; one is tried <DateTime at={health.nextProbeAt} />.
          </>
        )}
      </p>
    )}
    {health.failingSince === null && health.recoveredAt !== null && (
      <p>
        It answers again since <DateTime at={health.recoveredAt} />.
      </p>
    )}
  </>
)

/** An endpoint's health, and since and until when it has been so. */
export const Health = ({ webhook, hasUrl = false }: { webhook: Webhook; hasUrl?: boolean }) => (
  <>
    <p class={hasUrl ? 'address' : undefined}>
      <HealthTag {...webhook} /> {hasUrl && <strong>{webhook.url} </strong>}
      {webhook.description !== '' && <span class="quiet">{webhook.description}</span>}
    </p>
    <HealthWords {...webhook} />
  </>
)

const results = {
  delivered: ['good', 'delivered'],
  retry: ['late', 'failed, tried again'],
  'gave-up': ['wrong', 'given up'],
  disable: ['wrong', 'gone, endpoint disabled'],
} as const

const formatLatency = (latencyMs: number): string =>
  latencyMs < 10_000 ? `${latencyMs} ms` : formatTimeSpan(latencyMs)

const answerOf = ({ answer, status }: Attempt): string => {
  if (answer === null) return status === null ? 'Nothing: no answer came.' : `${status} without a body`
  return answer === '' ? `${status} with an empty body` : answer
}

interface AttemptProps {
  readonly attempt: Attempt
  /** Its endpoint; without it the attempt names its event. */
  readonly url?: string
  /** Whether it is the latest at its endpoint: only then another is due. */
  readonly isLast?: boolean
}

/** One attempt: its result, and the receiver's answer unchanged. */
export const AttemptLine = ({ attempt, url, isLast = false }: AttemptProps) => {
  const [tone, word] = results[attempt.outcome]
  return (
    <article class="attempt">
      <p>
        <Tag tone={tone}>{word}</Tag> <strong>{describeAttempt(attempt)}</strong>{' '}
        <span class="quiet">
          attempt {attempt.attempt}, <DateTime at={attempt.at} />, {formatLatency(attempt.latencyMs)}
        </span>
      </p>
      {url === undefined ? (
        <p>
          <a href={hashUrl('events', attempt.eventId)}>{attempt.eventId}</a>
        </p>
      ) : (
        <p>
          to <a href={hashUrl('endpoints', `${attempt.endpointId}`)}>{url}</a>
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
