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

/** Puts a delivery back until its time. */
const postpone = (delivery: Delivery, { send, now }: DeliveryPorts): Promise<void> =>
  send([toDelayedMessage(delivery, now())])

/** Lets a delivery wait for its failing endpoint. It is not tried, and no attempt is counted. */
const hold = (delivery: Delivery, endpoint: Endpoint, ports: DeliveryPorts): Promise<void> =>
  postpone({ ...delivery, notBeforeMs: waitUntilMs(endpoint, ports.now(), ports.random()) }, ports)

/** Whether an attempt may be made now. Of all that ask while the endpoint fails, one gets the probe. */
const mayPass = async (endpoint: Endpoint, { now }: DeliveryPorts): Promise<boolean> => {
  const nowMs = now()
  const gate = healthGate(endpoint, nowMs)
  if (gate !== 'probe') return gate === 'pass'
  const nextProbeMs = nowMs + probeIntervalSeconds(endpoint, nowMs) * 1000
  return claimEndpointProbe(endpoint, new Date(nextProbeMs).toISOString())
}

/** A success among successes writes nothing here. */
const noteHealth = async (endpoint: Endpoint, made: StoredAttempt, ports: DeliveryPorts) => {
  if (made.outcome !== 'delivered') await recordFailure(endpoint, toLastFailure(made))
  else if (endpoint.failingSince) await handleRecovery(endpoint, made.at, ports)
}

/** Switches an endpoint off because of what its receiver did, so that its owner can see why, and hears of it. */
const disable = async (endpoint: Endpoint, made: StoredAttempt) => {
  // The attempt is older than the settings: its owner has switched it on again, or moved it, since.
  if (endpoint.updatedAt > made.at) return
  const reason = made.status === 410 ? 'gone' : 'failing'
  const disabledReason = disabledReasonTexts[reason]
  const set = { enabled: false, disabledReason, disabledAt: made.at, updatedAt: made.at }
  await disableEndpoint(endpoint, { set }, buildAlert(endpoint, made, reason))
}

/** What an attempt leads to. It runs again after a crash, so each step bears being done twice. */
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
  // Queues deliver some messages twice. Without this, each copy would bring forth a line of its own.
  await markNextQueued(delivery, made)
}

/** How long the one that made an attempt may need to put the next into the queue. */
const followUpSeconds = 30

/** Whether the one that made an attempt may still be seeing to the next: a copy that did it, too, would be a second line. */
const mayBeFollowedUp = ({ at, latencyMs, nextAttemptAt, hasNext }: StoredAttempt, nowMs: number): boolean =>
  nextAttemptAt !== null && !hasNext && nowMs < Date.parse(at) + latencyMs + followUpSeconds * 1000

/** This attempt was made already: by this delivery before a crash, by a copy of it, or by another schedule for the same event. */
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
  // A resend overtakes what was under way, which ends when it meets the resend's attempts. What is made beside a
  // schedule ends when it meets any; a schedule that meets one of those goes on, at the step where it was.
  if (firstAttempt < known.firstAttempt || known.outcome === 'delivered') return
  await postpone({ ...delivery, attempt: attempt + 1, firstAttempt: firstAttempt + 1 }, ports)
}

/** Of many that ask for an attempt at the same time, one makes it. */
const mayMake = async (delivery: Delivery, { now }: DeliveryPorts): Promise<boolean> =>
  !delivery.isAskedByMany || claimAttempt(delivery, now())

/** What an attempt that was just made leads to. If another made the same one meanwhile, that one's schedule holds. */
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

/** Makes one attempt to bring one event to one endpoint, and sees to the next. An endpoint that is gone or off ends it. */
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

/** The world as the first lane finds it: all deliveries begin there, and those to slow receivers leave it. */
const firstLanePorts: DeliveryPorts = { ...slowLanePorts, divert: sendSlowDelivery }

/** Does what a message of the queue `deliveries` says. */
export const dispatch = (
  message: DispatcherMessage,
  ports: DeliveryPorts = firstLanePorts,
): Promise<void> => {
  if (!('kind' in message)) return deliver(message, ports)
  return message.kind === 'recovery' ? runRecovery(message, ports) : releaseWaiting(message, ports)
}
