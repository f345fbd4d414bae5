import { toDelayedMessage } from '../../aws/sqs.ts'
import { findEvent } from '../../event/store.ts'
import { buildAlert, disabledReasonTexts } from '../alert/alert.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { healthGate, isSlow, probeIntervalSeconds, toLastFailure, waitUntilMs } from '../endpoint/health.ts'
import { claimEndpointProbe, disableEndpoint, findEndpoint, recordFailure } from '../endpoint/store.ts'
import { claimAttempt, findAttempt, markNextQueued, type StoredAttempt } from './attempt-store.ts'
import { makeAttempt } from './attempt.ts'
import type { Delivery, DispatcherMessage } from './message.ts'
import { type DeliveryPorts, slowLanePorts } from './ports.ts'
import { sendSlowDelivery } from './queue.ts'
import { runRecovery } from './recovery.ts'
import { handleRecovery, releaseWaiting } from './release.ts'

const postpone = (delivery: Delivery, { send, now }: DeliveryPorts): Promise<void> =>
  send([toDelayedMessage(delivery, now())])

/** The delivery is not tried, and no attempt is counted. */
const hold = (delivery: Delivery, endpoint: Endpoint, ports: DeliveryPorts): Promise<void> =>
  postpone({ ...delivery, notBeforeMs: waitUntilMs(endpoint, ports.now(), ports.random()) }, ports)

/** While the endpoint fails, one delivery gets the probe. */
const mayPass = async (endpoint: Endpoint, { now }: DeliveryPorts): Promise<boolean> => {
  const nowMs = now()
  const gate = healthGate(endpoint, nowMs)
  if (gate !== 'probe') return gate === 'pass'
  const nextProbeMs = nowMs + probeIntervalSeconds(endpoint, nowMs) * 1000
  return claimEndpointProbe(endpoint, new Date(nextProbeMs).toISOString())
}

/** Records failures and recoveries only: a healthy endpoint costs no write. */
const noteHealth = async (endpoint: Endpoint, made: StoredAttempt, ports: DeliveryPorts) => {
  if (made.outcome !== 'delivered') await recordFailure(endpoint, toLastFailure(made))
  else if (endpoint.failingSince) await handleRecovery(endpoint, made.at, ports)
}

/** Disables an endpoint and stores the alert for its owner. */
const disable = async (endpoint: Endpoint, made: StoredAttempt) => {
  // The attempt is older than the settings: the owner has enabled or moved the endpoint since.
  if (endpoint.updatedAt > made.at) return
  const reason = made.status === 410 ? 'gone' : 'failing'
  const disabledReason = disabledReasonTexts[reason]
  const set = { enabled: false, disabledReason, disabledAt: made.at, updatedAt: made.at }
  await disableEndpoint(endpoint, { set }, buildAlert(endpoint, made, reason))
}

/** Schedules the next attempt or disables the endpoint. Idempotent: it runs again after a crash. */
const followUp = async (
  delivery: Delivery,
  endpoint: Endpoint,
  made: StoredAttempt,
  ports: DeliveryPorts,
) => {
  if (made.outcome === 'disable') await disable(endpoint, made)
  if (!made.nextAttemptAt || made.hasNext) return
  const notBeforeMs = Date.parse(made.nextAttemptAt)
  await postpone({ ...delivery, attempt: delivery.attempt + 1, notBeforeMs }, ports)
  // Queues deliver some messages twice; without this, each copy would start a schedule of its own.
  await markNextQueued(delivery, made)
}

const followUpSeconds = 30

/** Whether the function that made the attempt may still queue the next one: a copy would start a second schedule. */
const mayBeFollowedUp = ({ at, latencyMs, nextAttemptAt, hasNext }: StoredAttempt, nowMs: number): boolean =>
  nextAttemptAt !== null && !hasNext && nowMs < Date.parse(at) + latencyMs + followUpSeconds * 1000

/** The attempt exists: made by this delivery before a crash, by a copy, or by another schedule for the event. */
const afterKnown = async (
  delivery: Delivery,
  endpoint: Endpoint,
  known: StoredAttempt,
  ports: DeliveryPorts,
): Promise<void> => {
  const { attempt, firstAttempt } = delivery
  if (known.firstAttempt === firstAttempt) {
    const nowMs = ports.now()
    if (!mayBeFollowedUp(known, nowMs)) return followUp(delivery, endpoint, known, ports)
    return postpone({ ...delivery, notBeforeMs: nowMs + followUpSeconds * 1000 }, ports)
  }
  // A resend replaces the running schedule, which ends when it meets the resend's attempts. An unscheduled attempt ends at any other; a schedule that meets one goes on at its step.
  if (firstAttempt < known.firstAttempt || known.outcome === 'delivered') return
  await postpone({ ...delivery, attempt: attempt + 1, firstAttempt: firstAttempt + 1 }, ports)
}

/** One of many concurrent requests makes the attempt. */
const mayMake = async (delivery: Delivery, { now }: DeliveryPorts): Promise<boolean> =>
  !delivery.isAskedByMany || claimAttempt(delivery, now())

/** If another function made the same attempt, that one's schedule goes on. */
const afterMade = async (
  delivery: Delivery,
  endpoint: Endpoint,
  made: StoredAttempt,
  ports: DeliveryPorts,
): Promise<void> => {
  await followUp(delivery, endpoint, made, ports)
  if (made.attempt === delivery.attempt) return
  const known = await findAttempt(delivery, delivery.eventId, delivery)
  if (known) await afterKnown(delivery, endpoint, known, ports)
}

/** Makes one attempt and schedules the next. A deleted or disabled endpoint ends it. */
export const deliver = async (delivery: Delivery, ports: DeliveryPorts): Promise<void> => {
  const { now } = ports
  if (delivery.notBeforeMs > now()) return postpone(delivery, ports)
  const endpoint = await findEndpoint(delivery, delivery.endpointId)
  if (!endpoint?.enabled) return undefined
  if (healthGate(endpoint, now()) === 'wait') return hold(delivery, endpoint, ports)
  if (ports.divert && isSlow(endpoint, now())) return ports.divert(delivery)
  const known = await findAttempt(delivery, delivery.eventId, delivery)
  if (known) return afterKnown(delivery, endpoint, known, ports)
  const event = await findEvent(delivery, delivery.eventId, now())
  if (!event) return undefined
  if (!(await mayPass(endpoint, ports))) return hold(delivery, endpoint, ports)
  if (!(await mayMake(delivery, ports))) return undefined
  const made = await makeAttempt(delivery, endpoint, event, ports)
  await noteHealth(endpoint, made, ports)
  return afterMade(delivery, endpoint, made, ports)
}

/** Ports of the first lane, from which deliveries to slow receivers are diverted. */
const firstLanePorts: DeliveryPorts = { ...slowLanePorts, divert: sendSlowDelivery }

export const dispatch = (
  message: DispatcherMessage,
  ports: DeliveryPorts = firstLanePorts,
): Promise<void> => {
  if (!('kind' in message)) return deliver(message, ports)
  return message.kind === 'recovery' ? runRecovery(message, ports) : releaseWaiting(message, ports)
}
