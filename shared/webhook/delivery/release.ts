import { type SqsMessage, toDelayedMessage, toMessage } from '../../aws/sqs.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { healthGate } from '../endpoint/health.ts'
import { findEndpoint, recordRecovery } from '../endpoint/store.ts'
import { listEndpointAttempts, type StoredAttempt } from './attempt-store.ts'
import type { Delivery, Release } from './message.ts'
import type { DeliveryPorts } from './ports.ts'

/*
 * While an endpoint fails, deliveries without an attempt wait and come within ten minutes of its recovery. One that
 * has failed waits for its own next attempt, up to a day. A recovery gives each of those one unscheduled attempt: if
 * it succeeds, the schedule ends when it wakes; if not, the schedule goes on.
 */

/** Attempts that one message reads. */
const pageSize = 100
/** By then the recovery is written, and the index has the last attempts. */
const settleSeconds = 5
/** Released deliveries are spread over this time, so that a receiver that has just recovered does not get all at once. */
const spreadMs = 120_000
/** Between two scheduled attempts. Without a limit, an event that always fails would be sent at every recovery. */
const maxUnscheduled = 3
/** From one unscheduled attempt to the next. */
const pauseMs = 480_000
/** A delivery that is due within this time is not released. */
const soonMs = 540_000
/** Attempts of the same moment may have begun before the first failure was recorded. */
const beforeMs = 60_000

const releaseOf = ({ organisationId, mode, id, failingSince }: Endpoint, recoveredAt: string): SqsMessage => {
  const since = new Date(Date.parse(failingSince!) - beforeMs).toISOString()
  const body: Release = { kind: 'release', organisationId, mode, endpointId: id, since, until: recoveredAt }
  return { ...toMessage(body), delaySeconds: settleSeconds }
}

/**
 * Records that a failing endpoint has recovered, and releases the deliveries that had to wait. The release is sent
 * first, so that a crash between the two loses nothing.
 */
export const handleRecovery = async (
  endpoint: Endpoint,
  at: string,
  { send }: Pick<DeliveryPorts, 'send'>,
): Promise<void> => {
  if (healthGate(endpoint, Date.parse(at)) !== 'pass') await send([releaseOf(endpoint, at)])
  await recordRecovery(endpoint, at)
}

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

/** Releases what waits for a recovered endpoint, a page of attempts at a time. The next page is a message of its own. */
export const releaseWaiting = async (message: Release, ports: DeliveryPorts): Promise<void> => {
  const endpoint = await findEndpoint(message, message.endpointId)
  if (!endpoint?.enabled) return
  const { since: from, until: to, after } = message
  const nowMs = ports.now()
  const page = { limit: pageSize, from, to, after, nowMs }
  const { items, after: next } = await listEndpointAttempts(message, endpoint.id, page)
  const waiting = items.filter(made => isWaiting(made, nowMs))
  await ports.send(waiting.map(made => toReleased(message, made, ports)))
  if (next) await ports.send([toMessage({ ...message, after: next })])
}
