import type { Attempt as Entry } from '../../event/attempt-contract.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { requestTo } from '../endpoint/receiver.ts'
import { payloadOf } from '../payload/payload.ts'
import type { Attempt } from '../transport/attempt.ts'
import { type KeptAttempt, recordAttempt } from './attempt-store.ts'
import type { Delivery } from './message.ts'
import type { DeliveryPorts } from './ports.ts'
import { attemptResultOf } from './result.ts'

/** One request as its owner reads of it. */
export const entryOf = ({
  at,
  status,
  latencyMs,
  failure,
  answer,
}: Attempt): Pick<Entry, 'at' | 'status' | 'latencyMs' | 'failure' | 'detail' | 'answer'> => ({
  at: at.toISOString(),
  status: status ?? null,
  latencyMs,
  failure: failure?.kind ?? null,
  detail: failure?.detail ?? null,
  answer: answer ?? null,
})

const attemptOf = async (
  delivery: Delivery,
  endpoint: Endpoint,
  body: string,
  ports: DeliveryPorts,
): Promise<KeptAttempt> => {
  const { eventId, endpointId, attempt, firstAttempt } = delivery
  const event = { id: eventId, body: payloadOf(body, endpoint.payload), now: new Date(ports.now()) }
  const made = await ports.attempt(requestTo(endpoint, event))
  const end = attemptResultOf({
    attemptNumber: attempt - firstAttempt + 1,
    answer: made,
    now: new Date(ports.now()),
    failingSince: endpoint.failingSince ? new Date(endpoint.failingSince) : undefined,
    schedule: ports.schedule(),
    random: ports.random,
  })
  return {
    ...{ eventId, endpointId, attempt, firstAttempt },
    ...entryOf(made),
    // The log calls a result `outcome`, as it always has.
    outcome: end.result,
    nextAttemptAt: end.result === 'retry' ? end.at.toISOString() : null,
  }
}

/** Sends the event's bytes and writes down what came of it. */
export const makeAttempt = async (
  delivery: Delivery,
  endpoint: Endpoint,
  body: string,
  ports: DeliveryPorts,
): Promise<KeptAttempt> => {
  const made = await attemptOf(delivery, endpoint, body, ports)
  await recordAttempt(delivery, made)
  const { organisationId, mode } = delivery
  const { eventId, endpointId, attempt, status, latencyMs, failure, outcome } = made
  const fields = { organisationId, mode, eventId, endpointId, attempt, status, latencyMs, failure, outcome }
  ports.log('delivery.attempted', fields)
  return made
}
