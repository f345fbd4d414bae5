import { setting } from '../../aws/environment.ts'
import { sendToCloud } from '../cloud/send.ts'
import { type CallRecord, callEndpoint } from '../transport/attempt.ts'
import type { DestinationRules } from '../transport/destination.ts'
import { signedHeaders } from '../transport/signature.ts'
import { decryptHeaders, decryptSecrets } from './encryption.ts'
import type { CloudRole, Endpoint } from './endpoint.ts'
import { liveSecrets } from './secret.ts'

/** Public addresses over https; the local environment may call itself. */
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
  /** Absent for a ping. */
  readonly place?: { readonly sequence: number; readonly occurredAt: string }
}

const sequenceHeaders = ({ place }: ReceiverRequest): Record<string, string> =>
  place ? { 'x-sequence': `${place.sequence}`, 'x-occurred-at': place.occurredAt } : {}

const callCloud = (
  request: ReceiverRequest,
  role: CloudRole,
  secrets: readonly string[],
  timeoutSeconds: number,
): Promise<CallRecord> => {
  const { endpoint, id, body, now, subjectId } = request
  const timestampSeconds = Math.floor(now.getTime() / 1000)
  const signable = { id, body, secrets, timestampSeconds, hasHexSignature: endpoint.bodySignature }
  const { 'user-agent': _, ...signed } = signedHeaders(signable)
  const headers = { ...signed, ...sequenceHeaders(request) }
  return sendToCloud(
    { url: endpoint.url, role },
    { id, body, headers, group: `${subjectId}` },
    { now, timeoutSeconds },
  )
}

/** Sends one signed request. @throws Error only if the endpoint's secrets or headers cannot be decrypted */
export const callReceiver = async (request: ReceiverRequest, timeoutSeconds: number): Promise<CallRecord> => {
  const { endpoint, id, body, now } = request
  const live = await decryptSecrets(endpoint.id, liveSecrets(endpoint.secrets, now.toISOString()))
  const secrets = live.map(({ secret }) => secret)
  if (endpoint.role) return callCloud(request, endpoint.role, secrets, timeoutSeconds)
  return callEndpoint({
    endpointUrl: endpoint.url,
    id,
    body,
    now,
    headers: { ...(await decryptHeaders(endpoint.id, endpoint.headers)), ...sequenceHeaders(request) },
    secrets,
    hasHexSignature: endpoint.bodySignature,
    rules: destinationRules(),
    timeoutSeconds,
  })
}
