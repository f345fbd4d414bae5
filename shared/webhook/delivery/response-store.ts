import type { Tenant } from '../../table/tenant.ts'
import { eraseLastResponse } from '../endpoint/health-store.ts'
import { listEndpoints } from '../endpoint/store.ts'
import { eraseAttemptResponse, listAttempts } from './attempt-store.ts'

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
