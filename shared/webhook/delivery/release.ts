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

/** Attempts looked at by one message. */
const pageSize = 100
/** By then the recovery is written, and the index knows the last attempts. */
const settleSeconds = 5
/** What is freed together comes over this time, or a receiver that has just recovered would get all at once. */
const spreadMs = 120_000
/** Attempts beside the schedule between two of its own, or an event that no receiver takes would be sent at every recovery. */
const mostBeside = 3
/** From one of them to the next. */
const pauseMs = 480_000
/** What comes within this time by itself is not freed. */
const soonMs = 540_000
/** Attempts of the same moment may have begun before the first failure was noted. */
const beforeMs = 60_000

const releaseOf = ({ organisationId, mode, id, failingSince }: Endpoint, recoveredAt: string): SqsMessage => {
  const since = new Date(Date.parse(failingSince!) - beforeMs).toISOString()
  const body: Release = { kind: 'release', organisationId, mode, endpointId: id, since, until: recoveredAt }
  return { ...toMessage(body), delaySeconds: settleSeconds }
}

/**
 * Notes that a failing endpoint has answered. If deliveries had to wait for it, what failed meanwhile is freed; that
 * is sent before the recovery is written, so that a crash between the two forgets nothing.
 */
export const handleRecovery = async (
  endpoint: Endpoint,
  at: string,
  { send }: Pick<DeliveryPorts, 'send'>,
): Promise<void> => {
  if (healthGate(endpoint, Date.parse(at)) !== 'pass') await send([releaseOf(endpoint, at)])
  await recordRecovery(endpoint, at)
}

/** Whether an attempt's event waits for a far retry that its receiver did not ask for, and may be freed once more. */
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

/** Frees what waits for an endpoint that has recovered, a page of attempts at a time; the next page is a message of its own. */
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
