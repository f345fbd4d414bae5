import type { VNode } from 'preact'
import type { ResponseOf } from '../ui/api.ts'
import { hashUrl } from '../ui/hash-route.ts'
import { DateTime, Tag, Verbatim } from './display.tsx'

export type Webhook = ResponseOf<'GET /v1/webhooks/{id}'>

/** How an endpoint does, in one word. */
export const HealthTag = ({ enabled, health }: Webhook): VNode => {
  if (!enabled) return <Tag tone="wrong">switched off</Tag>
  if (health.failingSince !== null) return <Tag tone="wrong">failing</Tag>
  if (health.slowUntil !== null && Date.parse(health.slowUntil) > Date.now())
    return <Tag tone="late">slow</Tag>
  return <Tag tone="good">answers</Tag>
}

type Failure = NonNullable<Webhook['health']['lastFailure']>

/** What came of an attempt, in a line: `The endpoint answered 503`, or of one that went well its status. */
export const describeAttempt = ({
  status,
  failure,
  detail,
}: Pick<Failure, 'status' | 'failure' | 'detail'>): string => detail ?? `${status ?? failure ?? 'No answer'}`

/** The last failed attempt, with what the receiver answered, and the way to its event. */
export const LastFailure = ({ failure }: { readonly failure: Failure }): VNode => (
  <div class="failure">
    <p>
      <strong>{describeAttempt(failure)}</strong>{' '}
      <span class="quiet">
        <DateTime at={failure.at} />
      </span>
    </p>
    {failure.answer !== null && failure.answer !== '' && (
      <Verbatim label="What your receiver answered" text={failure.answer} />
    )}
    <p>
      <a href={hashUrl('events', failure.eventId)}>See all attempts and send it again</a>
    </p>
  </div>
)

/** Since when, and until when, as far as there is something to say. */
export const HealthWords = ({ enabled, disabledAt, disabledReason, health }: Webhook): VNode => (
  <>
    {!enabled && disabledAt !== null && (
      <p>
        Switched off <DateTime at={disabledAt} />
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
