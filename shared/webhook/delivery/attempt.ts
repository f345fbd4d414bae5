import type { Endpoint } from '../endpoint/endpoint.ts'
import { liveSecrets } from '../endpoint/secret.ts'
import { payloadOf } from '../payload/payload.ts'
import { entryOf } from './attempt-entry.ts'
import { type KeptAttempt, recordAttempt } from './attempt-store.ts'
import type { Delivery } from './message.ts'
import { outcomeOf } from './outcome.ts'
import type { DeliveryPorts } from './ports.ts'

const attemptOf = async (
  delivery: Delivery,
  endpoint: Endpoint,
  body: string,
  ports: DeliveryPorts,
): Promise<KeptAttempt> => {
  const { eventId, endpointId, attempt, firstAttempt } = delivery
  const startedAt = new Date(ports.now())
  const made = await ports.attempt({
    endpointUrl: endpoint.url,
    id: eventId,
    body: payloadOf(body, endpoint.payload),
    secrets: liveSecrets(endpoint.secrets, startedAt.toISOString()),
    hasHexSignature: endpoint.bodySignature,
    now: startedAt,
  })
  const outcome = outcomeOf({
    attemptNumber: attempt - firstAttempt + 1,
    result: made,
    now: new Date(ports.now()),
    failingSince: endpoint.failingSince ? new Date(endpoint.failingSince) : undefined,
    schedule: ports.schedule(),
    random: ports.random,
  })
  return {
    ...{ eventId, endpointId, attempt, firstAttempt },
    ...entryOf(made),
    outcome: outcome.outcome,
    nextAttemptAt: outcome.outcome === 'retry' ? outcome.at.toISOString() : null,
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
