import { possibleEventIds } from '../../event/event.ts'
import type { Tenant, VerificationKey } from '../../table/tenant.ts'
import { decryptFailure } from '../endpoint/secret.ts'
import { eraseLastResponse, listEndpoints } from '../endpoint/store.ts'
import { eraseAttemptResponse, listAttempts } from './attempt-store.ts'

/** Lists the attempts of a verification's events, expired ones included, and the last failures that repeat them. */
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

const eraseLastAnswers = async (tenant: Tenant, eventIds: readonly string[]): Promise<void> => {
  for (const endpoint of await listEndpoints(tenant)) {
    const { lastFailure: { eventId, answer } = {}, lastAnswer } = endpoint
    if ((answer || lastAnswer) && eventIds.includes(eventId!)) await eraseLastResponse(endpoint)
  }
}

/** Erases receivers' responses, which may repeat what was sent. A dry run counts the attempts alone. */
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
