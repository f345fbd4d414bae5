import type { Caller } from '../../account/caller.ts'
import { BusyError, Fault } from '../../aws/errors.ts'
import { again, retry } from '../../aws/retry.ts'
import { Problem } from '../../http/contract/problem.ts'
import type { Webhook } from '../contract.ts'
import { type Endpoint, type EndpointChange, endpointLimit, missingScopes, toWebhook } from './endpoint.ts'
import { decryptFailure, decryptSecrets, toWebhookSecret } from './secret.ts'
import {
  changeEndpoint,
  findEndpoint,
  hasNewUrl,
  insertEndpoint,
  moveEndpoint,
  type RegistrationRefusal,
  removeEndpoint,
} from './store.ts'

interface EndpointRequest {
  readonly caller: Caller
  readonly params: { readonly id: number }
}

const changeTries = 10

/** @throws Problem not_found, also for another tenant's endpoint */
export const getCallerEndpoint = async ({ caller, params }: EndpointRequest): Promise<Endpoint> => {
  const endpoint = await findEndpoint(caller, params.id)
  if (!endpoint) throw new Problem('not_found', 'There is no webhook endpoint with this id.')
  return endpoint
}

export const getEnabledEndpoint = async (request: EndpointRequest): Promise<Endpoint> => {
  const endpoint = await getCallerEndpoint(request)
  if (!endpoint.enabled)
    throw new Problem('webhook_disabled', 'Enable it; the service then sends what is pending.')
  return endpoint
}

/** @throws Problem product_not_enabled naming the scopes that the caller lacks for the records of these events */
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

/** @throws Problem webhook_exists, too_many_webhooks; not_found if it was registered and deleted before */
export const registerEndpoint = async (endpoint: Endpoint): Promise<void> => {
  const refusal = await insertEndpoint(endpoint)
  if (refusal) throw refusals[refusal]()
}

const retryOnConflict = <Done>(
  request: EndpointRequest,
  attempt: (endpoint: Endpoint) => Promise<Done | undefined | false>,
): Promise<Done> =>
  retry(
    { times: changeTries },
    async () => (await attempt(await getCallerEndpoint(request))) || again(),
    () => new BusyError('An endpoint changed each time that it was to be changed'),
  )

export const changeCallerEndpoint = (
  request: EndpointRequest,
  rule: (endpoint: Endpoint) => EndpointChange | Promise<EndpointChange>,
): Promise<Endpoint> =>
  retryOnConflict(request, async endpoint => {
    const change = await rule(endpoint)
    if (!hasNewUrl(endpoint, change)) return changeEndpoint(endpoint, change)
    const refusal = await moveEndpoint(endpoint, change)
    if (refusal === 'url-taken') throw urlTaken()
    return refusal ? undefined : findEndpoint(endpoint, endpoint.id)
  })

export const removeCallerEndpoint = async (request: EndpointRequest, at: string): Promise<void> => {
  await retryOnConflict(request, endpoint => removeEndpoint(endpoint, at))
}

export const toWebhookResponse = async (endpoint: Endpoint): Promise<Webhook> => {
  const lastFailure = await decryptFailure(endpoint)
  return toWebhook({ ...endpoint, ...(lastFailure && { lastFailure }) })
}

export const toSecretsResponse = async ({ id, secrets }: Endpoint, now: string) =>
  toWebhookSecret(await decryptSecrets(id, secrets), now)
