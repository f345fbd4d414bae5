import { messageInTime } from '../../aws/queue.ts'
import { bodyOf } from '../../event/body.ts'
import { findEvent } from '../../event/store.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { gateOf, lastFailureOf, probeIntervalSeconds, waitUntilMs } from '../endpoint/health.ts'
import { noteFailure, noteRecovery, takeProbe } from '../endpoint/health-store.ts'
import { changeEndpoint, findEndpoint } from '../endpoint/store.ts'
import { makeAttempt } from './attempt.ts'
import { findAttempt, type KeptAttempt, noteNext } from './attempt-store.ts'
import type { Delivery } from './message.ts'
import { type DeliveryPorts, deliveryPorts } from './ports.ts'

/** Puts a delivery back until its time. */
const postpone = (delivery: Delivery, { send, now }: DeliveryPorts): Promise<void> =>
  send([messageInTime(delivery, now())])

/** Lets a delivery wait for its failing endpoint. It is not tried, and no attempt is counted. */
const hold = (delivery: Delivery, endpoint: Endpoint, ports: DeliveryPorts): Promise<void> =>
  postpone({ ...delivery, notBeforeMs: waitUntilMs(endpoint, ports.now(), ports.random()) }, ports)

/** Whether an attempt may be made now. Of all that ask while the endpoint fails, one gets the probe. */
const mayPass = async (endpoint: Endpoint, { now }: DeliveryPorts): Promise<boolean> => {
  const nowMs = now()
  const gate = gateOf(endpoint, nowMs)
  if (gate !== 'probe') return gate === 'pass'
  const nextProbeMs = nowMs + probeIntervalSeconds(endpoint, nowMs) * 1000
  return takeProbe(endpoint, new Date(nextProbeMs).toISOString())
}

/** A success among successes writes nothing here. */
const noteHealth = async (endpoint: Endpoint, made: KeptAttempt) => {
  if (made.outcome !== 'delivered') await noteFailure(endpoint, lastFailureOf(made))
  else if (endpoint.failingSince) await noteRecovery(endpoint, made.at)
}

/** Switches an endpoint off because of what its receiver did, so that its owner can see why. */
const disable = async (endpoint: Endpoint, made: KeptAttempt) => {
  // The attempt is older than the settings: its owner has switched it on again, or moved it, since.
  if (endpoint.updatedAt > made.at) return
  const disabledReason =
    made.status === 410 ? 'The receiver answered 410: it is gone.' : 'Every attempt of five days failed.'
  const set = { enabled: false, disabledReason, disabledAt: made.at, updatedAt: made.at }
  await changeEndpoint(endpoint, { set })
}

/** What an attempt leads to. It runs again after a crash, so each step bears being done twice. */
const followUp = async (delivery: Delivery, endpoint: Endpoint, made: KeptAttempt, ports: DeliveryPorts) => {
  if (made.outcome === 'disable') await disable(endpoint, made)
  if (!made.nextAttemptAt || made.hasNext) return
  const notBeforeMs = Date.parse(made.nextAttemptAt)
  await postpone({ ...delivery, attempt: delivery.attempt + 1, notBeforeMs }, ports)
  // Queues deliver some messages twice. Without this, each copy would bring forth a line of its own.
  await noteNext(delivery, made)
}

/** This attempt was made already: by this delivery before a crash, or by another schedule for the same event. */
const afterKnown = async (
  delivery: Delivery,
  endpoint: Endpoint,
  known: KeptAttempt,
  ports: DeliveryPorts,
): Promise<void> => {
  const { attempt, firstAttempt } = delivery
  if (known.firstAttempt === firstAttempt) return followUp(delivery, endpoint, known, ports)
  // A resend overtakes what was under way, which ends when it meets the resend's attempts.
  if (firstAttempt < known.firstAttempt || known.outcome === 'delivered') return
  await postpone({ ...delivery, attempt: attempt + 1, firstAttempt: firstAttempt + 1 }, ports)
}

/** Makes one attempt to bring one event to one endpoint, and sees to the next. An endpoint that is gone or off ends it. */
export const deliver = async (delivery: Delivery, ports: DeliveryPorts = deliveryPorts): Promise<void> => {
  const { now } = ports
  if (delivery.notBeforeMs > now()) return postpone(delivery, ports)
  const endpoint = await findEndpoint(delivery, delivery.endpointId)
  if (!endpoint?.enabled) return undefined
  if (gateOf(endpoint, now()) === 'wait') return hold(delivery, endpoint, ports)
  const known = await findAttempt(delivery, delivery.eventId, delivery)
  if (known) return afterKnown(delivery, endpoint, known, ports)
  const event = await findEvent(delivery, delivery.eventId, now())
  if (!event) return undefined
  if (!(await mayPass(endpoint, ports))) return hold(delivery, endpoint, ports)
  const made = await makeAttempt(delivery, endpoint, await bodyOf(event), ports)
  await noteHealth(endpoint, made)
  return followUp(delivery, endpoint, made, ports)
}
