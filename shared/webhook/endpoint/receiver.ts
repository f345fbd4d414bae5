import { setting } from '../../aws/environment.ts'
import type { Attempt } from '../../event/attempt-contract.ts'
import { sendToCloud } from '../cloud/send.ts'
import { type CallRecord, callEndpoint } from '../transport/attempt.ts'
import type { DestinationRules } from '../transport/destination.ts'
import { signedHeaders } from '../transport/signature.ts'
import type { Endpoint } from './endpoint.ts'
import { decryptHeaders, decryptSecrets, liveSecrets } from './secret.ts'

export const destinationRules = (): DestinationRules => ({
  allowHttp: setting('WEBHOOK_ALLOW_LOCAL'),
  allowLoopback: setting('WEBHOOK_ALLOW_LOCAL'),
})

export interface ReceiverRequest {
  readonly endpoint: Endpoint
  readonly id: string
  readonly body: string
  readonly now: Date
  /** Verification or endpoint: the message group of a FIFO queue. */
  readonly subjectId: number
  readonly ordering?: { readonly sequence: number; readonly occurredAt: string }
}

/** Sends one signed request. @throws Error only if the endpoint's secrets or headers cannot be decrypted */
export const callReceiver = async (
  { endpoint, id, body, now, subjectId, ordering }: ReceiverRequest,
  timeoutSeconds: number,
): Promise<CallRecord> => {
  const { url, role, bodySignature: hasHexSignature } = endpoint
  const live = await decryptSecrets(endpoint.id, liveSecrets(endpoint.secrets, now.toISOString()))
  const secrets = live.map(({ secret }) => secret)
  const orderingHeaders = ordering && {
    'x-sequence': `${ordering.sequence}`,
    'x-occurred-at': ordering.occurredAt,
  }
  if (role) {
    const timestampSeconds = Math.floor(now.getTime() / 1000)
    const { 'user-agent': _, ...signed } = signedHeaders({
      id,
      body,
      secrets,
      timestampSeconds,
      hasHexSignature,
    })
    const event = { id, body, headers: { ...signed, ...orderingHeaders }, group: `${subjectId}` }
    return sendToCloud({ url, role }, event, { now, timeoutSeconds })
  }
  return callEndpoint({
    endpointUrl: url,
    headers: { ...(await decryptHeaders(endpoint.id, endpoint.headers)), ...orderingHeaders },
    rules: destinationRules(),
    id,
    body,
    now,
    secrets,
    hasHexSignature,
    timeoutSeconds,
  })
}

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
