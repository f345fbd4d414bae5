import { errorLogFields } from '../../aws/log.ts'
import type { Attempt } from '../../event/attempt-contract.ts'
import { unpackPayload } from '../../event/body.ts'
import { eventSequence, parseEndpointEventId } from '../../event/event.ts'
import type { FrozenEvent } from '../../event/store.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { slowAfterSeconds } from '../endpoint/health.ts'
import { recordSlowness } from '../endpoint/store.ts'
import { payloadProfileFor } from '../endpoint/subscription.ts'
import type { CallRecord } from '../transport/attempt.ts'
import { recordAttempt, type StoredAttempt } from './attempt-store.ts'
import type { Delivery } from './message.ts'
import type { DeliveryPorts } from './ports.ts'
import { attemptResultOf } from './result.ts'

export const toAttemptResponse = ({
  at,
  status,
  latencyMs,
  failure,
  answer,
}: CallRecord): Pick<Attempt, 'at' | 'status' | 'latencyMs' | 'failure' | 'detail' | 'answer'> => ({
  at: at.toISOString(),
  status: status ?? null,
  latencyMs,
  failure: failure?.kind ?? null,
  detail: failure?.detail ?? null,
  answer: answer ?? null,
})

/** An unscheduled attempt has no next one: the schedule goes on. */
const endOf = (
  { attempt, firstAttempt, unscheduled }: Delivery,
  endpoint: Endpoint,
  made: CallRecord,
  ports: DeliveryPorts,
): Pick<StoredAttempt, 'outcome' | 'nextAttemptAt' | 'unscheduled' | 'hasNext'> => {
  const end = attemptResultOf({
    attemptNumber: unscheduled ? 1 : attempt - firstAttempt + 1,
    answer: made,
    now: new Date(ports.now()),
    failingSince: endpoint.failingSince ? new Date(endpoint.failingSince) : undefined,
    schedule: ports.schedule(),
    random: ports.random,
  })
  if (end.result !== 'retry') return { outcome: end.result, nextAttemptAt: null }
  return unscheduled
    ? { outcome: 'retry', nextAttemptAt: unscheduled.resumesAt, unscheduled, hasNext: true }
    : { outcome: 'retry', nextAttemptAt: end.at.toISOString() }
}

const attemptOf = async (
  delivery: Delivery,
  endpoint: Endpoint,
  event: FrozenEvent,
  ports: DeliveryPorts,
): Promise<StoredAttempt> => {
  const { eventId, endpointId, attempt, firstAttempt } = delivery
  const body = await unpackPayload(event, payloadProfileFor(endpoint, event))
  const now = new Date(ports.now())
  const subjectId = event.verificationId ?? parseEndpointEventId(eventId)!.endpointId
  const place = eventSequence(event)
  const answer = ports.attempt({ endpoint, id: eventId, body, now, subjectId, place })
  const made = await withSlownessCheck(answer, endpoint, ports)
  return {
    ...{ eventId, endpointId, attempt, firstAttempt },
    ...toAttemptResponse(made),
    ...endOf(delivery, endpoint, made, ports),
    ...(made.retryAfterSeconds && { isAsked: true }),
  }
}

/** Sends the event and records the attempt under the first free number. */
export const makeAttempt = async (
  delivery: Delivery,
  endpoint: Endpoint,
  event: FrozenEvent,
  ports: DeliveryPorts,
): Promise<StoredAttempt> => {
  const made = await recordAttempt(delivery, await attemptOf(delivery, endpoint, event, ports))
  const { organisationId, mode } = delivery
  const { eventId, endpointId, attempt, status, latencyMs, failure, outcome } = made
  const fields = { organisationId, mode, eventId, endpointId, attempt, status, latencyMs, failure, outcome }
  ports.log('delivery.attempted', fields)
  ports.countAttempt(mode, outcome)
  return made
}

/** A failure to record is left to the next slow attempt: it must not fail a delivery. */
const tryRecordSlowness = async (endpoint: Endpoint, { now, log }: DeliveryPorts): Promise<void> => {
  try {
    await recordSlowness(endpoint, now())
  } catch (error) {
    log('slowness.not-recorded', errorLogFields(error))
  }
}

/** Records that a receiver is slow while it still works: by its response, a burst could occupy all concurrency. */
export const withSlownessCheck = async <Answer>(
  answer: Promise<Answer>,
  endpoint: Endpoint,
  ports: DeliveryPorts,
): Promise<Answer> => {
  let noted: Promise<void> | undefined
  const callOff = ports.after(slowAfterSeconds, () => {
    noted = tryRecordSlowness(endpoint, ports)
    return noted
  })
  try {
    return await answer
  } finally {
    callOff()
    await noted
  }
}
