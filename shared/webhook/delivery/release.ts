import { type SqsMessage, toDelayedMessage, toMessage } from '../../aws/sqs.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { healthGate } from '../endpoint/health.ts'
import { findEndpoint, recordRecovery } from '../endpoint/store.ts'
import { listEndpointAttempts, type StoredAttempt } from './attempt-store.ts'
import type { Delivery, Release } from './message.ts'
import type { DeliveryPorts } from './ports.ts'

/*
 * While an endpoint fails, deliveries that were not tried wait for it alone and come within ten minutes of its
 * recovery. One that was tried waits for its own next attempt, up to a day. A recovery gives each of those one more
 * attempt beside its schedule: if it succeeds, the schedule ends when it wakes; if not, it goes on as if nothing were.
 */

const pageSize = 100
/** By then the recovery is written, and the index has the last attempts. */
const settleSeconds = 5
/** Spreads released deliveries, so that a recovered receiver does not get all at once. */
const spreadMs = 120_000
/** Between two scheduled attempts; otherwise an event that no receiver accepts would be sent at every recovery. */
const mostBeside = 3
const pauseMs = 480_000
/** What is due within this time is not released. */
const soonMs = 540_000
/** Attempts of the same moment may have begun before the first failure was recorded. */
const beforeMs = 60_000

const releaseOf = ({ organisationId, mode, id, failingSince }: Endpoint, recoveredAt: string): SqsMessage => {
  const since = new Date(Date.parse(failingSince!) - beforeMs).toISOString()
  const body: Release = { kind: 'release', organisationId, mode, endpointId: id, since, until: recoveredAt }
  return { ...toMessage(body), delaySeconds: settleSeconds }
}

/** The release is sent before the recovery is written, so that a crash in between loses nothing. */
export const handleRecovery = async (
  endpoint: Endpoint,
  at: string,
  { send }: Pick<DeliveryPorts, 'send'>,
): Promise<void> => {
  if (healthGate(endpoint, Date.parse(at)) !== 'pass') await send([releaseOf(endpoint, at)])
  await recordRecovery(endpoint, at)
}

/** Whether the next attempt is far away, not by Retry-After, and may be released again. */
const isWaiting = ({ nextAttemptAt, isAsked, beside }: StoredAttempt, nowMs: number): boolean =>
  nextAttemptAt !== null &&
  Date.parse(nextAttemptAt) > nowMs + soonMs &&
  !isAsked &&
  (beside?.count ?? 0) < mostBeside

const freed = (
  { organisationId, mode, endpointId }: Release,
  { eventId, attempt, beside, at, nextAttemptAt }: StoredAttempt,
  { now, random }: DeliveryPorts,
): SqsMessage => {
  const pausedUntilMs = beside ? Date.parse(at) + pauseMs : 0
  const delivery: Delivery = {
    ...{ organisationId, mode, eventId, endpointId },
    attempt: attempt + 1,
    firstAttempt: 0,
    notBeforeMs: Math.max(Math.floor(now() + random() * spreadMs), pausedUntilMs),
    isAskedByMany: true,
    beside: { resumesAt: nextAttemptAt!, count: (beside?.count ?? 0) + 1 },
  }
  return toDelayedMessage(delivery, now())
}

/** One page of attempts a message. */
export const releaseWaiting = async (message: Release, ports: DeliveryPorts): Promise<void> => {
  const endpoint = await findEndpoint(message, message.endpointId)
  if (!endpoint?.enabled) return
  const { since: from, until: to, after } = message
  const nowMs = ports.now()
  const page = { limit: pageSize, from, to, after, nowMs }
  const { items, after: next } = await listEndpointAttempts(message, endpoint.id, page)
  const waiting = items.filter(made => isWaiting(made, nowMs))
  await ports.send(waiting.map(made => freed(message, made, ports)))
  if (next) await ports.send([toMessage({ ...message, after: next })])
}
