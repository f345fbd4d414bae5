import { errorLogFields } from '../../aws/log.ts'
import { toDelayedMessage } from '../../aws/sqs.ts'
import { unpackPayload } from '../../event/body.ts'
import { eventSequence, parseEndpointEventId } from '../../event/event.ts'
import { type FrozenEvent, findEvent } from '../../event/store.ts'
import { isAdmitted } from '../../http/breaker.ts'
import { buildAlert, disabledReasonTexts } from '../alert/alert.ts'
import { type Endpoint, payloadProfileFor } from '../endpoint/endpoint.ts'
import {
  endpointBreaker,
  healthGate,
  isSlow,
  probeIntervalSeconds,
  slowAfterSeconds,
  toLastFailure,
  waitUntilMs,
} from '../endpoint/health.ts'
import { toAttemptResponse } from '../endpoint/receiver.ts'
import {
  claimEndpointProbe,
  disableEndpoint,
  findEndpoint,
  recordFailure,
  recordSlowness,
} from '../endpoint/store.ts'
import type { CallRecord } from '../transport/attempt.ts'
import {
  attemptClaimMs,
  claimAttempt,
  findAttempt,
  markNextQueued,
  recordAttempt,
  type StoredAttempt,
} from './attempt-store.ts'
import type { DeliveryPorts } from './ports.ts'
import type { Delivery } from './queue.ts'
import { attemptResultOf } from './result.ts'
import { handleRecovery } from './resume-endpoint.ts'

const endOf = (
  { attempt, firstAttempt }: Delivery,
  { failingSince }: Endpoint,
  answer: CallRecord,
  { now, schedule, random }: DeliveryPorts,
): Pick<StoredAttempt, 'outcome' | 'nextAttemptAt'> => {
  const end = attemptResultOf({
    attemptNumber: attempt - firstAttempt + 1,
    answer,
    failingSince,
    random,
    nowMs: now(),
    schedule: schedule(),
  })
  return { outcome: end.result, nextAttemptAt: end.result === 'retry' ? end.at : null }
}

/** Records that a receiver is slow while it still works: by its response, a burst could occupy all concurrency. */
const withSlownessCheck = async <Answer>(
  answer: Promise<Answer>,
  endpoint: Endpoint,
  { after, now, log }: DeliveryPorts,
): Promise<Answer> => {
  let noted: Promise<void> | undefined
  const callOff = after(slowAfterSeconds, () => {
    // A failure is left to the next slow attempt: it must not fail a delivery.
    noted = recordSlowness(endpoint, now()).catch(error =>
      log('slowness.not-recorded', errorLogFields(error)),
    )
    return noted
  })
  try {
    return await answer
  } finally {
    callOff()
    await noted
  }
}

const makeAttempt = async (
  delivery: Delivery,
  endpoint: Endpoint,
  event: FrozenEvent,
  ports: DeliveryPorts,
): Promise<StoredAttempt> => {
  const { organisationId, mode, eventId, endpointId, firstAttempt } = delivery
  const body = await unpackPayload(event, payloadProfileFor(endpoint, event))
  const now = new Date(ports.now())
  const subjectId = event.verificationId ?? parseEndpointEventId(eventId)!.endpointId
  const answer = ports.attempt({
    endpoint,
    id: eventId,
    body,
    now,
    subjectId,
    ordering: eventSequence(event),
  })
  const response = await withSlownessCheck(answer, endpoint, ports)
  const made = await recordAttempt(delivery, {
    eventId,
    endpointId,
    attempt: delivery.attempt,
    firstAttempt,
    ...toAttemptResponse(response),
    ...endOf(delivery, endpoint, response, ports),
    ...(response.retryAfterSeconds && { isAsked: true }),
  })
  const { attempt, status, latencyMs, failure, outcome } = made
  const fields = { organisationId, mode, eventId, endpointId, attempt, status, latencyMs, failure, outcome }
  ports.log('delivery.attempted', fields)
  ports.countAttempt(mode, outcome)
  return made
}

const postpone = (delivery: Delivery, { send, now }: DeliveryPorts): Promise<void> =>
  send([toDelayedMessage(delivery, now())])

/** Postpones a delivery while its endpoint fails. No attempt is counted. */
const waitForRecovery = (delivery: Delivery, endpoint: Endpoint, ports: DeliveryPorts): Promise<void> =>
  postpone({ ...delivery, notBeforeMs: waitUntilMs(endpoint, ports.now(), ports.random()) }, ports)

const mayPass = (endpoint: Endpoint, nowMs: number): Promise<boolean> =>
  isAdmitted(endpointBreaker(endpoint, nowMs), nowMs, () => {
    const nextProbeMs = nowMs + probeIntervalSeconds(endpoint, nowMs) * 1000
    return claimEndpointProbe(endpoint, new Date(nextProbeMs).toISOString())
  })

const recordHealth = async (endpoint: Endpoint, made: StoredAttempt, { send }: DeliveryPorts) => {
  if (made.outcome !== 'delivered') await recordFailure(endpoint, toLastFailure(made))
  else if (endpoint.failingSince) await handleRecovery(endpoint, made.at, send)
}

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
  // Queues deliver some messages twice. Without this, each copy would start a schedule of its own.
  await markNextQueued(delivery, made)
}

/** Longest time from an attempt until its next one is queued. */
const followUpSeconds = 30

/** Whether the invocation that made an attempt may still be queueing the next. A copy must not queue it too. */
const mayBeFollowedUp = ({ at, latencyMs, nextAttemptAt, hasNext }: StoredAttempt, nowMs: number): boolean =>
  nextAttemptAt !== null && !hasNext && nowMs < Date.parse(at) + latencyMs + followUpSeconds * 1000

/** Handles an attempt that was made already: by this delivery before a crash, by a copy of it, or by another schedule. */
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
  // A resend overtakes an older schedule, which ends when it meets the resend's attempts. A schedule that meets a copy
  // of an attempt goes on at its step.
  if (firstAttempt < known.firstAttempt || known.outcome === 'delivered') return
  await postpone({ ...delivery, attempt: attempt + 1, firstAttempt: firstAttempt + 1 }, ports)
}

/** Makes one attempt to send one event to one endpoint, and schedules the next. A disabled or deleted endpoint ends it. */
export const deliver = async (delivery: Delivery, ports: DeliveryPorts): Promise<void> => {
  const { now } = ports
  if (delivery.notBeforeMs > now()) return postpone(delivery, ports)
  const endpoint = await findEndpoint(delivery, delivery.endpointId, { gathered: true })
  if (!endpoint?.enabled) return
  if (healthGate(endpoint, now()) === 'wait') return waitForRecovery(delivery, endpoint, ports)
  if (ports.divert && isSlow(endpoint, now())) return ports.divert(delivery)
  const [known, event] = await Promise.all([
    findAttempt(delivery),
    findEvent(delivery, delivery.eventId, now(), { gathered: true }),
  ])
  if (known) return afterKnown(delivery, endpoint, known, ports)
  if (!event) return
  if (!(await mayPass(endpoint, now()))) return waitForRecovery(delivery, endpoint, ports)
  // Who has claimed it may be this message, whose first try lost its answer: so it looks again when the claim is over.
  if (delivery.isContended && !(await claimAttempt(delivery, now())))
    return postpone({ ...delivery, notBeforeMs: now() + attemptClaimMs }, ports)
  const made = await makeAttempt(delivery, endpoint, event, ports)
  await recordHealth(endpoint, made, ports)
  await followUp(delivery, endpoint, made, ports)
  if (made.attempt === delivery.attempt) return
  // Another invocation made the same attempt meanwhile: its schedule applies.
  const other = await findAttempt(delivery)
  if (other) await afterKnown(delivery, endpoint, other, ports)
}
