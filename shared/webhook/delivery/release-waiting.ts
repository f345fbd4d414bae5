import { type SqsMessage, toDelayedMessage, toMessage } from '../../aws/sqs.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { healthGate } from '../endpoint/health.ts'
import { recordRecovery } from '../endpoint/store.ts'
import { listEndpointAttempts, type StoredAttempt } from './attempt-store.ts'
import type { DeliveryPorts } from './ports.ts'
import type { Delivery, WaitingSearch } from './queue.ts'

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
  { organisationId, mode, endpointId }: WaitingSearch,
  { eventId, attempt, unscheduled, at, nextAttemptAt }: StoredAttempt,
  { now, random }: DeliveryPorts,
): SqsMessage => {
  const pausedUntilMs = unscheduled ? Date.parse(at) + pauseMs : 0
  const delivery: Delivery = {
    organisationId,
    mode,
    eventId,
    endpointId,
    attempt: attempt + 1,
    firstAttempt: 0,
    notBeforeMs: Math.max(Math.floor(now() + random() * spreadMs), pausedUntilMs),
    isContended: true,
    unscheduled: { resumesAt: nextAttemptAt!, count: (unscheduled?.count ?? 0) + 1 },
  }
  return toDelayedMessage(delivery, now())
}

export const releaseWaiting = async (search: WaitingSearch, endpoint: Endpoint, ports: DeliveryPorts) => {
  const { since: from, until: to, after } = search
  const nowMs = ports.now()
  const page = { limit: attemptsPerPage, from, to, after, nowMs }
  const { items, after: next } = await listEndpointAttempts(search, endpoint.id, page)
  const waiting = items.filter(made => isWaiting(made, nowMs))
  return { messages: waiting.map(made => toReleased(search, made, ports)), next }
}

/** By then the recovery is written, and the index has the last attempts. */
const settleSeconds = 5
/** Attempts of the same moment may have begun before the first failure was recorded. */
const beforeMs = 60_000

/** The release is sent before the recovery is recorded, so that a crash between the two loses nothing. */
export const handleRecovery = async (
  endpoint: Endpoint,
  recoveredAt: string,
  send: (messages: readonly SqsMessage[]) => Promise<void>,
): Promise<void> => {
  if (healthGate(endpoint, Date.parse(recoveredAt)) !== 'pass') {
    const { organisationId, mode, id: endpointId, failingSince } = endpoint
    const since = new Date(Date.parse(failingSince!) - beforeMs).toISOString()
    const search: WaitingSearch = {
      kind: 'release',
      organisationId,
      mode,
      endpointId,
      since,
      until: recoveredAt,
    }
    await send([{ ...toMessage(search), delaySeconds: settleSeconds }])
  }
  await recordRecovery(endpoint, recoveredAt)
}
