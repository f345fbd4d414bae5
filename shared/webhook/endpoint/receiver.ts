import { setting } from '../../aws/environment.ts'
import { invalidRequest } from '../../http/contract/problem.ts'
import { attempt, type CallMade } from '../transport/attempt.ts'
import { checkUrl, type DestinationRules } from '../transport/destination.ts'
import { resolve } from '../transport/resolution.ts'
import type { Endpoint } from './endpoint.ts'
import { openHeaders } from './sealed-header.ts'
import { openSecrets } from './sealed-secret.ts'
import { liveSecrets } from './secret.ts'

/** Which receivers this stage may call: the public internet over https, and on the laptop the laptop itself. */
export const destinationRules = (): DestinationRules => ({
  allowHttp: setting('WEBHOOK_ALLOW_LOCAL'),
  allowLoopback: setting('WEBHOOK_ALLOW_LOCAL'),
})

const refused = (code: string, detail: string) => invalidRequest([{ pointer: '/url', code, detail }])

/** Judges a receiver's URL as every attempt will. @throws Problem invalid_request saying what is wrong with it */
export const assertReceiver = async (url: string): Promise<void> => {
  const rules = destinationRules()
  const checked = checkUrl(url, rules)
  if (!checked.ok) throw refused(checked.reason, checked.detail)
  const found = await resolve(checked.url, rules)
  if (!found.ok) throw refused(found.failure, found.detail)
}

/** An event or a ping for an endpoint, to be signed with what is live now. */
export interface ReceiverRequest {
  readonly endpoint: Endpoint
  readonly id: string
  readonly body: string
  readonly now: Date
  /** An event's place in time; a ping has none. */
  readonly place?: { readonly sequence: number; readonly occurredAt: string }
}

const placeHeaders = ({ place }: ReceiverRequest): Record<string, string> =>
  place ? { 'x-sequence': `${place.sequence}`, 'x-occurred-at': place.occurredAt } : {}

/** One signed request under the stage's rules. It throws only if what the endpoint has sealed does not open. */
export const callReceiver = async (request: ReceiverRequest, timeoutSeconds: number): Promise<CallMade> => {
  const { endpoint, id, body, now } = request
  const opened = await openSecrets(endpoint.id, liveSecrets(endpoint.secrets, now.toISOString()))
  return attempt({
    endpointUrl: endpoint.url,
    id,
    body,
    now,
    headers: { ...(await openHeaders(endpoint.id, endpoint.headers)), ...placeHeaders(request) },
    secrets: opened.map(({ secret }) => secret),
    hasHexSignature: endpoint.bodySignature,
    rules: destinationRules(),
    timeoutSeconds,
  })
}
