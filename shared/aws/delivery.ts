import type { Attempt } from '../contract/event.ts'
import type { Endpoint } from '../domain/endpoint.ts'
import type { Delivery } from '../domain/message.ts'
import { disableEndpoint, findEndpoint } from '../table/endpoint.ts'
import { findAttempt, findEvent, recordAttempt } from '../table/event.ts'
import { attempt as attemptDelivery } from '../webhook/attempt.ts'
import { outcomeOf } from '../webhook/outcome.ts'
import { unpack } from '../webhook/packing.ts'
import { nextDelaySeconds } from '../webhook/schedule.ts'
import { database } from './database.ts'
import { setting } from './environment.ts'
import { log } from './log.ts'
import { send } from './queue.ts'
import { destinationRules } from './receiver.ts'

/** Puts a delivery back until its time, in hops of the queue's longest delay: nothing waits in flight. */
const postpone = (delivery: Delivery, nowMs: number): Promise<void> =>
  send(setting('DELIVERIES_QUEUE_URL'), {
    body: delivery,
    group: `${delivery.organisationId}-${delivery.mode}`,
    delaySeconds: nextDelaySeconds(new Date(delivery.notBeforeMs), new Date(nowMs)),
  })

const attemptOf = async (delivery: Delivery, endpoint: Endpoint, body: string): Promise<Attempt> => {
  const made = await attemptDelivery({
    endpointUrl: endpoint.url,
    id: delivery.eventId,
    body,
    secrets: endpoint.secrets,
    hasHexSignature: endpoint.bodySignature,
    rules: destinationRules(),
    timeoutSeconds: setting('WEBHOOK_TIMEOUT_SECONDS'),
  })
  const schedule = setting('WEBHOOK_RETRY_SECONDS')
  const outcome = outcomeOf({ attemptNumber: delivery.attempt, result: made, now: new Date(), schedule })
  return {
    endpointId: endpoint.id,
    attempt: delivery.attempt,
    at: made.at.toISOString(),
    outcome: outcome.outcome,
    status: made.status ?? null,
    latencyMs: made.latencyMs,
    failure: made.failure?.kind ?? null,
    detail: made.failure?.detail ?? null,
    answer: made.answer ?? null,
    nextAttemptAt: outcome.outcome === 'retry' ? outcome.at.toISOString() : null,
  }
}

/** What an attempt leads to. It runs again after a crash, so each step bears being done twice. */
const followUp = async (delivery: Delivery, made: Attempt): Promise<void> => {
  if (made.outcome === 'disable') {
    const reason = 'The receiver answered 410: it is gone.'
    await disableEndpoint(database, delivery, delivery.endpointId, { reason, at: made.at })
  }
  if (made.nextAttemptAt)
    await postpone(
      { ...delivery, attempt: delivery.attempt + 1, notBeforeMs: Date.parse(made.nextAttemptAt) },
      Date.now(),
    )
}

/** Sends the event's bytes to the endpoint, unless this very attempt was made before a crash. */
const makeAttempt = async (
  delivery: Delivery,
  endpoint: Endpoint,
  nowMs: number,
): Promise<Attempt | undefined> => {
  const known = await findAttempt(database, delivery, delivery.eventId, delivery)
  if (known) return known
  const event = await findEvent(database, delivery, delivery.eventId, nowMs)
  if (!event) return undefined
  const made = await attemptOf(delivery, endpoint, unpack(event.body))
  await recordAttempt(database, delivery, delivery.eventId, made)
  const { organisationId, mode, eventId, endpointId, attempt } = delivery
  const { status, latencyMs, failure, outcome } = made
  log('delivery.attempted', {
    organisationId,
    mode,
    eventId,
    endpointId,
    attempt,
    status,
    latencyMs,
    failure,
    outcome,
  })
  return made
}

/** Makes one attempt to bring one event to one endpoint, and sees to the next. An endpoint that is gone or off ends it. */
export const deliver = async (delivery: Delivery): Promise<void> => {
  const nowMs = Date.now()
  if (delivery.notBeforeMs > nowMs) return postpone(delivery, nowMs)
  const endpoint = await findEndpoint(database, delivery, delivery.endpointId)
  if (!endpoint?.enabled) return
  const made = await makeAttempt(delivery, endpoint, nowMs)
  if (made) await followUp(delivery, made)
}
