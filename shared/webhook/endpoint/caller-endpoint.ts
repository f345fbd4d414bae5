import type { Caller } from '../../account/caller.ts'
import { Fault } from '../../aws/errors.ts'
import { Problem } from '../../http/contract/problem.ts'
import type { Webhook } from '../contract.ts'
import { decryptFailure, decryptSecrets } from './encryption.ts'
import { type Endpoint, type EndpointChange, endpointLimit, toWebhook } from './endpoint.ts'
import { toWebhookSecret } from './secret.ts'
import {
  changeEndpoint,
  findEndpoint,
  hasNewUrl,
  moveEndpoint,
  type RegistrationRefusal,
  insertEndpoint,
  removeEndpoint,
} from './store.ts'
import { missingScopes } from './subscription.ts'

interface EndpointCall {
  readonly caller: Caller
  readonly params: { readonly id: number }
}

/** Changes of one endpoint at the same time; each but one reads again and tries anew. */
const mostConflicts = 10

/** The caller's endpoint. @throws Problem not_found for any other's, too */
export const getCallerEndpoint = async ({ caller, params }: EndpointCall): Promise<Endpoint> => {
  const endpoint = await findEndpoint(caller, params.id)
  if (!endpoint) throw new Problem('not_found', 'There is no webhook endpoint with this id.')
  return endpoint
}

/** The caller's endpoint, if it is on. @throws Problem not_found, webhook_disabled */
export const getEnabledEndpoint = async (call: EndpointCall): Promise<Endpoint> => {
  const endpoint = await getCallerEndpoint(call)
  if (!endpoint.enabled)
    throw new Problem('webhook_disabled', 'Switch it on; it is then sent what is pending.')
  return endpoint
}

/** @throws Problem product_not_enabled naming the missing scopes */
export const assertReadable = (
  settings: Pick<Endpoint, 'events' | 'payload'>,
  { scopes }: Pick<Caller, 'scopes'>,
): void => {
  const missing = missingScopes(settings, scopes)
  if (missing.length === 0) return
  const detail = `To be sent the records of these events, this client lacks the scope ${missing.join(' and ')}; any client may have them "thin".`
  throw new Problem('product_not_enabled', detail)
}

const urlTaken = () => new Problem('webhook_exists', 'Change the endpoint that has this URL, or delete it.')

const refusals: Readonly<Record<RegistrationRefusal, () => Error>> = {
  deleted: () => new Problem('not_found', 'The endpoint that this request made has been deleted.'),
  'id-taken': () => new Fault('The id of a new endpoint is taken'),
  'url-taken': urlTaken,
  'too-many': () => new Problem('too_many_webhooks', `An organisation may have ${endpointLimit} endpoints.`),
}

/** @throws Problem webhook_exists, too_many_webhooks; not_found if it was deleted before */
export const registerEndpoint = async (endpoint: Endpoint): Promise<void> => {
  const refusal = await insertEndpoint(endpoint)
  if (refusal) throw refusals[refusal]()
}

/** Undefined if another change came first. @throws Problem webhook_exists */
const changed = async (endpoint: Endpoint, change: EndpointChange): Promise<Endpoint | undefined> => {
  if (!hasNewUrl(endpoint, change)) return changeEndpoint(endpoint, change)
  const refusal = await moveEndpoint(endpoint, change)
  if (refusal === 'url-taken') throw urlTaken()
  return refusal ? undefined : findEndpoint(endpoint, endpoint.id)
}

/** @throws Problem not_found */
const untilDone = async <Done>(
  call: EndpointCall,
  attempt: (endpoint: Endpoint) => Promise<Done | undefined | false>,
): Promise<Done> => {
  for (let round = 0; round < mostConflicts; round++) {
    const done = await attempt(await getCallerEndpoint(call))
    if (done) return done
  }
  throw new Fault('An endpoint changed each time that it was to be changed')
}

/** Applies the rule to the current endpoint. @throws Problem not_found, webhook_exists */
export const changeCallerEndpoint = (
  call: EndpointCall,
  rule: (endpoint: Endpoint) => EndpointChange | Promise<EndpointChange>,
): Promise<Endpoint> => untilDone(call, async endpoint => changed(endpoint, await rule(endpoint)))

export const removeCallerEndpoint = async (call: EndpointCall, at: string): Promise<void> => {
  await untilDone(call, endpoint => removeEndpoint(endpoint, at))
}

/** With the receiver's response to the last failed attempt. */
export const toWebhookResponse = async (endpoint: Endpoint): Promise<Webhook> => {
  const lastFailure = await decryptFailure(endpoint)
  return toWebhook({ ...endpoint, ...(lastFailure && { lastFailure }) })
}

export const toSecretsResponse = async ({ id, secrets }: Endpoint, now: string) =>
  toWebhookSecret(await decryptSecrets(id, secrets), now)
