import { possibleEventIds } from '../../event/event.ts'
import type { VerificationKey } from '../../table/tenant.ts'
import { decryptFailure } from '../endpoint/encrypted-failure.ts'
import { listEndpoints } from '../endpoint/store.ts'
import { listAttempts } from './attempt-store.ts'

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
