import { possibleEventIds } from '../../event/event.ts'
import type { Tenant, VerificationKey } from '../../table/tenant.ts'
import { decryptFailure } from '../endpoint/encryption.ts'
import { eraseLastResponse, listEndpoints } from '../endpoint/store.ts'
import { eraseAttemptResponse, listAttempts } from './attempt-store.ts'

/**
 * Who was sent the events of a verification, and what they answered, whatever its time; the last failure of an endpoint
 * stands with it, too.
 */
export const listStoredDeliveries = async (key: VerificationKey) => {
  const eventIds = possibleEventIds(key.verificationId)
  const lists = await Promise.all(eventIds.map(id => listAttempts(key, id, { nowMs: 0 })))
  const endpoints = await listEndpoints(key)
  const failures = await Promise.all(
    endpoints.map(async endpoint => ({ ...endpoint, lastFailure: await decryptFailure(endpoint) })),
  )
  const urls = new Map(endpoints.map(({ id, url }) => [id, url]))
  return {
    attempts: lists.flat().map(attempt => ({ ...attempt, url: urls.get(attempt.endpointId) ?? null })),
    lastFailures: failures.flatMap(({ id, url, lastFailure }) =>
      lastFailure && eventIds.includes(lastFailure.eventId) ? [{ endpointId: id, url, lastFailure }] : [],
    ),
  }
}

/** An endpoint shows what its receiver said at the last failure, a copy of one attempt's. */
const eraseLastAnswers = async (tenant: Tenant, eventIds: readonly string[]): Promise<void> => {
  for (const endpoint of await listEndpoints(tenant)) {
    const { lastFailure: { eventId, answer } = {}, lastAnswer } = endpoint
    if ((answer || lastAnswer) && eventIds.includes(eventId!)) await eraseLastResponse(endpoint)
  }
}

/**
 * Removes what receivers said to deliveries of these events: it may repeat what they were sent. Attempts past their time
 * are included. Answers of how many attempts, in a dry run without removing anything.
 */
export const eraseReceiverResponses = async (
  tenant: Tenant,
  eventIds: readonly string[],
  isDry: boolean,
): Promise<number> => {
  const lists = await Promise.all(eventIds.map(eventId => listAttempts(tenant, eventId, { nowMs: 0 })))
  const answered = lists.flat().filter(({ answer }) => answer !== null)
  if (isDry) return answered.length
  for (const attempt of answered) await eraseAttemptResponse(tenant, attempt)
  await eraseLastAnswers(tenant, eventIds)
  return answered.length
}
