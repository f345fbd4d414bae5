import { setting } from '../../aws/environment.ts'
import { invalidRequest } from '../../http/contract/problem.ts'
import { type Attempt, type AttemptInput, attempt } from '../transport/attempt.ts'
import { checkUrl, type DestinationRules } from '../transport/destination.ts'
import { resolve } from '../transport/resolution.ts'
import type { Endpoint } from './endpoint.ts'
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

/** What an endpoint is sent, before the stage says under which rules. */
export type ReceiverRequest = Omit<AttemptInput, 'rules' | 'timeoutSeconds'>

/** An event or a ping for an endpoint, to be signed with what is live now. */
export const requestTo = (
  endpoint: Endpoint,
  { id, body, now }: { id: string; body: string; now: Date },
): ReceiverRequest => ({
  endpointUrl: endpoint.url,
  id,
  body,
  secrets: liveSecrets(endpoint.secrets, now.toISOString()),
  hasHexSignature: endpoint.bodySignature,
  now,
})

/** One signed request under the stage's rules; it never throws. */
export const callReceiver = (request: ReceiverRequest): Promise<Attempt> =>
  attempt({ ...request, rules: destinationRules(), timeoutSeconds: setting('WEBHOOK_TIMEOUT_SECONDS') })
