import { decryptFor, encryptFor } from '../../aws/encryption.ts'
import type { Webhook } from '../contract.ts'
import { type Endpoint, toWebhook } from './endpoint.ts'
import type { LastFailure } from './health.ts'

/*
 * An endpoint is kept as long as its customer wants it, longer than any key of the table's: what its receiver said at its
 * last failure is sealed as its signing secrets are.
 */

const purpose = 'last-answer'

const subjectOf = (endpointId: number, { eventId, at }: LastFailure): string =>
  `${endpointId} ${eventId} ${at}`

/** A failure as it is kept, with what the receiver answered beside it. */
export const encryptFailure = async (endpointId: number, { answer, ...rest }: LastFailure) => {
  const lastFailure: LastFailure = { ...rest, answer: null }
  if (answer === null) return { lastFailure }
  return {
    lastFailure,
    lastAnswer: await encryptFor(purpose, subjectOf(endpointId, lastFailure), Buffer.from(answer)),
  }
}

/** An endpoint's last failure with what its receiver answered. */
export const decryptFailure = async ({
  id,
  lastFailure,
  lastAnswer,
}: Pick<Endpoint, 'id' | 'lastFailure' | 'lastAnswer'>): Promise<LastFailure | undefined> => {
  if (!lastFailure || !lastAnswer) return lastFailure
  const answer = await decryptFor(purpose, subjectOf(id, lastFailure), lastAnswer)
  return { ...lastFailure, answer: answer.toString('utf8') }
}

/** An endpoint as its owner sees it, with what its receiver said at its last failure. */
export const toWebhookResponse = async (endpoint: Endpoint): Promise<Webhook> => {
  const lastFailure = await decryptFailure(endpoint)
  return toWebhook({ ...endpoint, ...(lastFailure && { lastFailure }) })
}
