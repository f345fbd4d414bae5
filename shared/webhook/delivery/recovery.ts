import { type SqsMessage, toDelayedMessage, toMessage } from '../../aws/sqs.ts'
import { isSubscribed } from '../../event/event.ts'
import { listEvents } from '../../event/store.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { findEndpoint } from '../endpoint/store.ts'
import { listAttempts, listEndpointAttempts, type StoredAttempt } from './attempt-store.ts'
import type { DeliveryPorts } from './ports.ts'
import { type Delivery, type Recovery, type Release, toResend } from './queue.ts'

const isMissing = (attempts: readonly StoredAttempt[], { untriedSince, skipsGivenUp }: Recovery): boolean => {
  if (attempts.some(({ outcome }) => outcome === 'delivered')) return false
  const last = attempts.at(-1)
  return !last || (last.at < untriedSince && !(skipsGivenUp && last.outcome === 'gave-up'))
}

/** Events that one message reads: few enough for one invocation, as each may cost a read. */
const eventsPerPage = 50

const resendPage = async (recovery: Recovery, endpoint: Endpoint, nowMs: number) => {
  const { since: from, until: to, after } = recovery
  const page = { limit: eventsPerPage, after, oldestFirst: true }
  const { items, after: next } = await listEvents(recovery, { from, to }, page)
  const found = items
    .filter(event => isSubscribed(endpoint, event))
    .map(async ({ id }) => {
      const attempts = await listAttempts(recovery, id, { nowMs, endpointId: endpoint.id })
      return isMissing(attempts, recovery) ? [toResend(recovery, id, endpoint.id, attempts)] : []
    })
  return { messages: (await Promise.all(found)).flat(), next }
}

/*
 * While an endpoint fails, deliveries without an attempt wait and come within ten minutes of its recovery. One that
 * has failed waits for its own next attempt, up to a day. A recovery gives each of those one unscheduled attempt: if
 * it succeeds, the schedule ends when it wakes; if not, the schedule goes on.
 */

const attemptsPerPage = 100
/** Released deliveries are spread over this time, so that a receiver that has just recovered does not get all at once. */
const spreadMs = 120_000
/** Between two scheduled attempts. Without a limit, an event that always fails would be sent at every recovery. */
const maxUnscheduled = 3
const pauseMs = 480_000
/** A delivery that is due within this time is not released. */
const soonMs = 540_000

/** Whether a delivery waits for a far retry that its receiver did not ask for, and may be released once more. */
const isWaiting = ({ nextAttemptAt, isAsked, unscheduled }: StoredAttempt, nowMs: number): boolean =>
  nextAttemptAt !== null &&
  Date.parse(nextAttemptAt) > nowMs + soonMs &&
  !isAsked &&
  (unscheduled?.count ?? 0) < maxUnscheduled

const toReleased = (
  { organisationId, mode, endpointId }: Release,
  { eventId, attempt, unscheduled, at, nextAttemptAt }: StoredAttempt,
  { now, random }: DeliveryPorts,
): SqsMessage => {
  const pausedUntilMs = unscheduled ? Date.parse(at) + pauseMs : 0
  const delivery: Delivery = {
    ...{ organisationId, mode, eventId, endpointId },
    attempt: attempt + 1,
    firstAttempt: 0,
    notBeforeMs: Math.max(Math.floor(now() + random() * spreadMs), pausedUntilMs),
    isContended: true,
    unscheduled: { resumesAt: nextAttemptAt!, count: (unscheduled?.count ?? 0) + 1 },
  }
  return toDelayedMessage(delivery, now())
}

const releasePage = async (release: Release, endpoint: Endpoint, ports: DeliveryPorts) => {
  const { since: from, until: to, after } = release
  const nowMs = ports.now()
  const page = { limit: attemptsPerPage, from, to, after, nowMs }
  const { items, after: next } = await listEndpointAttempts(release, endpoint.id, page)
  const waiting = items.filter(made => isWaiting(made, nowMs))
  return { messages: waiting.map(made => toReleased(release, made, ports)), next }
}

/** Searches one page for what an endpoint lacks or what waits for it. The next page is a message of its own. */
export const search = async (message: Recovery | Release, ports: DeliveryPorts): Promise<void> => {
  const endpoint = await findEndpoint(message, message.endpointId)
  if (!endpoint?.enabled) return
  const { messages, next } =
    message.kind === 'recovery'
      ? await resendPage(message, endpoint, ports.now())
      : await releasePage(message, endpoint, ports)
  await ports.send(messages)
  if (next) await ports.send([toMessage({ ...message, after: next })])
}
