import { useEffect, useState } from 'preact/hooks'
import { callApi, type ResponseOf } from '../ui/api.ts'
import { formatCount } from '../ui/format.ts'
import { Choose, hashUrl } from '../ui/page.tsx'
import { QueryView, useQuery } from '../ui/query.tsx'
import { ActionButton, DateTime, Facts, PagedList, PortalPage, Verbatim } from './display.tsx'
import { type Attempt, AttemptLine, useEndpoints, type Webhook } from './health.tsx'
import { useSession } from './session.tsx'

const eventTypes = {
  verification_completed: 'completed',
  verification_started: 'started',
  verification_delayed: 'delayed',
  verification_updated: 'updated',
  endpoint_disabled: 'disabled',
} as const

const resources = [
  ['', 'everything'],
  ['address', 'address'],
  ['employment', 'employment'],
  ['identity', 'identity'],
  ['endpoint', 'endpoint'],
] as const

export const Events = () => {
  const [resource, setResource] = useState<(typeof resources)[number][0]>('')
  return (
    <PortalPage title="Events" guide={['webhooks#events', 'Events']}>
      <Choose look="filter" label="About" value={resource} options={resources} onChoose={setResource} />
      <PagedList
        of={`events ${resource}`}
        read={cursor =>
          callApi('GET /v1/events', { query: { cursor, ...(resource && { event: resource }) } })
        }
        keyOf={({ id }) => id}
        empty="No event yet."
      >
        {line => (
          <a class="line" href={hashUrl('events', line.id)}>
            <strong>
              {line.event} {eventTypes[line.event_type]}
            </strong>
            <span class="quiet">
              <DateTime at={line.createdAt} />
            </span>
            <code>{line.id}</code>
          </a>
        )}
      </PagedList>
    </PortalPage>
  )
}

export type FoundEvent = ResponseOf<'GET /v1/events/{id}'>

const polls = 8
const pollMs = 1500

/** Reads again a few times after something has been sent on its way. */
export const usePolling = (again: () => Promise<void>): (() => void) => {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (left === 0) return undefined
    const timer = setTimeout(() => void again().then(() => setLeft(left - 1)), pollMs)
    return () => clearTimeout(timer)
  }, [left, again])
  return () => setLeft(polls)
}

const listOf = { address: 'addresses', employment: 'employments', identity: 'identities' } as const

/** Resource of an event. */
const resourceOf = ({ event, verificationId, endpointId }: FoundEvent) => {
  if (event === 'endpoint') return <a href={hashUrl('endpoints', `${endpointId}`)}>{endpointId}</a>
  return <a href={hashUrl('verifications', listOf[event], `${verificationId}`)}>{verificationId}</a>
}

/** Words of sending an event; none subscribed means that nothing was sent. */
const sentWords = (endpoints: number, none: string): string =>
  endpoints === 0 ? none : `On its way to ${formatCount(endpoints, 'endpoint')}.`

interface ResendProps {
  readonly id: string
  readonly endpoints: readonly Webhook[]
  readonly onSent: () => void
}

/** Sends the event again to all that subscribed, or to one. */
const Resend = ({ id, endpoints, onSent }: ResendProps) => {
  const [to, setTo] = useState('')
  const resend = async () => {
    const body = to === '' ? {} : { endpointId: Number(to) }
    const { endpointIds } = await callApi('POST /v1/events/{id}/resend', { params: { id }, body })
    onSent()
    return sentWords(endpointIds.length, 'No endpoint subscribes to it: choose one.')
  }
  return (
    <div class="sending">
      <Choose
        label="Send to"
        value={to}
        options={[
          ['', 'all that subscribe to it'],
          ...endpoints.map(({ id: endpointId, url }) => [`${endpointId}`, url] as const),
        ]}
        onChoose={setTo}
      />
      <ActionButton label="Send it again" action={resend} />
    </div>
  )
}

const isLast = ({ attempts }: FoundEvent, { endpointId, attempt }: Attempt): boolean =>
  !attempts.some(each => each.endpointId === endpointId && each.attempt > attempt)

/** In test mode a scheduled retry can be made now. */
const RetryNow = ({ found, onSent }: { found: FoundEvent; onSent: () => void }) => {
  const waiting = found.attempts.find(each => each.nextAttemptAt !== null && isLast(found, each))
  if (!waiting) return null
  const advance = (to: 'next_attempt' | 'five_days', words: string) => async () => {
    const body = { to, eventId: found.id, endpointId: waiting.endpointId }
    await callApi('POST /v1/sandbox/clock', { body })
    onSent()
    return words
  }
  return (
    <>
      <h2>Test clock</h2>
      <ActionButton
        isPlain
        label="Make the next attempt now"
        action={advance('next_attempt', 'It is being made.')}
      />
      <ActionButton
        isPlain
        label="Let five days pass"
        action={advance('five_days', 'Five days have passed for it.')}
      />
    </>
  )
}

/** Indented JSON; other text unchanged. */
const formatJson = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** An event: every attempt with the receiver's answer, the exact bytes, and the button that sends it again. */
export const Event = ({ id }: { id: string }) => {
  const { mode } = useSession()
  const query = useQuery(() => callApi('GET /v1/events/{id}', { params: { id } }), id)
  const endpoints = useEndpoints()
  const poll = usePolling(query.again)
  const isMissing = query.value === undefined && query.error !== undefined
  // What has just happened becomes an event a moment later.
  useEffect(() => {
    if (isMissing) poll()
  }, [isMissing])
  const urlOf = (endpointId: number): string =>
    endpoints.find(each => each.id === endpointId)?.url ?? `endpoint ${endpointId}`
  return (
    <PortalPage
      title="Event"
      up={{ href: hashUrl('events'), title: 'Events' }}
      guide={['webhooks#when-something-is-missing', 'When something is missing']}
    >
      <QueryView query={query}>
        {found => (
          <>
            <p>
              <strong>
                {found.event} {eventTypes[found.event_type]}
              </strong>{' '}
              <code>{found.id}</code>
            </p>
            <Resend id={id} endpoints={endpoints} onSent={poll} />
            {mode === 'test' && <RetryNow found={found} onSent={poll} />}
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
            <h2>Content</h2>
            <Facts
              of={[
                ['Verification', resourceOf(found)],
                ['Happened', <DateTime key="at" at={found.occurredAt} />],
                ['Sequence', found.sequence],
                ['Stored until', <DateTime key="until" at={found.expiresAt} />],
              ]}
            />
            <Verbatim label={`What is sent, webhook-id ${found.id}`} text={formatJson(found.bodyRaw)} />
            {endpoints.some(({ payload }) => payload !== 'full') && (
              <p class="quiet">Endpoints whose payload is masked or thin are sent less of it.</p>
            )}
          </>
        )}
      </QueryView>
    </PortalPage>
  )
}
