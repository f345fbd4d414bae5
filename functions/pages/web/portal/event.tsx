import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { type ResponseOf, callApi } from '../ui/api.ts'
import { hashUrl } from '../ui/hash-route.ts'
import { ActionButton } from './action.tsx'
import { QueryView, useQuery } from './query.tsx'
import { type Attempt, AttemptLine } from './attempts.tsx'
import { wordsOfType } from './events.tsx'
import type { Webhook } from './health.tsx'
import { PortalPage } from './portal-page.tsx'
import { Facts, DateTime, readable, Verbatim } from './display.tsx'

type FoundEvent = ResponseOf<'GET /v1/events/{id}'>

/** After something was sent on its way, it is looked for so often, so far apart. */
const looks = 8
const lookEveryMs = 1500

/** Asks a few times more after something has been sent on its way. */
export const usePolling = (again: () => Promise<void>): (() => void) => {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (left === 0) return undefined
    const timer = setTimeout(() => void again().then(() => setLeft(left - 1)), lookEveryMs)
    return () => clearTimeout(timer)
  }, [left, again])
  return () => setLeft(looks)
}

/** What it tells of: an endpoint, or a verification; an identity has its verdict in the event itself. */
const recordOf = ({ event, verificationId, endpointId }: FoundEvent) => {
  if (event === 'endpoint') return <a href={hashUrl('endpoints', `${endpointId}`)}>{endpointId}</a>
  if (event === 'identity') return verificationId
  const noun = event === 'address' ? 'addresses' : 'employments'
  return <a href={hashUrl('verifications', noun, `${verificationId}`)}>{verificationId}</a>
}

interface EventProps {
  readonly id: string
  readonly mode: 'test' | 'live'
}

interface SendingProps extends EventProps {
  readonly endpoints: readonly Webhook[]
  readonly onSent: () => void
}

const toPlaces = (count: number): string => `On its way to ${count} endpoint${count === 1 ? '' : 's'}.`

/** Sending it again: to all that subscribed, or to one. */
const Sending = ({ id, endpoints, onSent }: SendingProps): VNode => {
  const [to, setTo] = useState('')
  const resend = async () => {
    const body = to === '' ? {} : { endpointId: Number(to) }
    const { endpointIds } = await callApi('POST /v1/events/{id}/resend', { params: { id }, body })
    onSent()
    return endpointIds.length === 0
      ? 'No endpoint subscribes to it: choose one.'
      : toPlaces(endpointIds.length)
  }
  return (
    <div class="sending">
      <label>
        Send to
        <select value={to} onChange={event => setTo(event.currentTarget.value)}>
          <option value="">all that subscribe to it</option>
          {endpoints.map(({ id: endpointId, url }) => (
            <option key={endpointId} value={`${endpointId}`}>
              {url}
            </option>
          ))}
        </select>
      </label>
      <ActionButton label="Send it again" run={resend} />
    </div>
  )
}

/** Whether no other attempt followed to the same endpoint. */
const isLast = ({ attempts }: FoundEvent, { endpointId, attempt }: Attempt): boolean =>
  !attempts.some(each => each.endpointId === endpointId && each.attempt > attempt)

/** In test mode a retry that waits can be made now. */
const RetryNow = ({
  found,
  onSent,
}: {
  readonly found: FoundEvent
  readonly onSent: () => void
}): VNode | null => {
  const waiting = found.attempts.find(each => each.nextAttemptAt !== null && isLast(found, each))
  if (!waiting) return null
  const move = (to: 'next_attempt' | 'five_days', words: string) => async () => {
    const body = { to, eventId: found.id, endpointId: waiting.endpointId }
    await callApi('POST /v1/sandbox/clock', { body })
    onSent()
    return words
  }
  return (
    <>
      <h3>Test clock</h3>
      <ActionButton
        isPlain
        label="Make the next attempt now"
        run={move('next_attempt', 'It is being made.')}
      />
      <ActionButton
        isPlain
        label="Let five days pass"
        run={move('five_days', 'Five days have passed for it.')}
      />
    </>
  )
}

const sentOtherwise = (endpoints: readonly Webhook[]): string | undefined =>
  endpoints.some(({ payload }) => payload !== 'full')
    ? 'Endpoints whose payload is masked or thin are sent less of it.'
    : undefined

/** An event: every attempt with what the receiver answered, the exact bytes, and the button that sends it again. */
export const Event = ({ id, mode }: EventProps): VNode => {
  const asked = useQuery('GET /v1/events/{id}', { params: { id } }, id)
  const endpoints = useQuery('GET /v1/webhooks', {}).value?.data ?? []
  const look = usePolling(asked.again)
  const isMissing = asked.value === undefined && asked.problem !== undefined
  // What has just happened becomes an event a moment later.
  useEffect(() => {
    if (isMissing) look()
  }, [isMissing])
  const urlOf = (endpointId: number): string =>
    endpoints.find(each => each.id === endpointId)?.url ?? `endpoint ${endpointId}`
  return (
    <PortalPage title="Event" up={{ href: hashUrl('events'), title: 'Events' }}>
      <QueryView asked={asked}>
        {found => (
          <>
            <p>
              <strong>
                {found.event} {wordsOfType[found.event_type]}
              </strong>{' '}
              <code>{found.id}</code>
            </p>
            <Sending id={id} mode={mode} endpoints={endpoints} onSent={look} />
            {mode === 'test' && <RetryNow found={found} onSent={look} />}
            <h2>Attempts ({found.attempts.length})</h2>
            <div aria-live="polite">
              {found.attempts.length === 0 && <p class="quiet">None was made yet.</p>}
              {[...found.attempts].reverse().map(attempt => (
                <AttemptLine
                  key={`${attempt.endpointId} ${attempt.attempt}`}
                  attempt={attempt}
                  url={urlOf(attempt.endpointId)}
                  isLast={isLast(found, attempt)}
                />
              ))}
            </div>
            <h2>What it tells</h2>
            <Facts
              of={[
                ['Verification', recordOf(found)],
                ['Happened', <DateTime key="at" at={found.occurredAt} />],
                ['Sequence', found.sequence],
                ['Kept until', <DateTime key="until" at={found.expiresAt} />],
              ]}
            />
            <Verbatim label={`What is sent, webhook-id ${found.id}`} text={readable(found.bodyRaw)} />
            {sentOtherwise(endpoints) !== undefined && <p class="quiet">{sentOtherwise(endpoints)}</p>}
          </>
        )}
      </QueryView>
    </PortalPage>
  )
}
