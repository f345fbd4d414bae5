import type { Caller } from '../../account/caller.ts'
import { Fault } from '../../aws/fault.ts'
import { Problem } from '../../http/contract/problem.ts'
import type { Endpoint, EndpointChange } from './endpoint.ts'
import { changeEndpoint, findEndpoint } from './store.ts'

interface EndpointCall {
  readonly caller: Caller
  readonly params: { readonly id: number }
}

/** Changes of one endpoint at the same time; each but one reads again and tries anew. */
const mostConflicts = 10

/** The caller's endpoint. @throws Problem not_found for any other's, too */
export const endpointFor = async ({ caller, params }: EndpointCall): Promise<Endpoint> => {
  const endpoint = await findEndpoint(caller, params.id)
  if (!endpoint) throw new Problem('not_found', 'There is no webhook endpoint with this id.')
  return endpoint
}

/** The caller's endpoint, if it is on. @throws Problem not_found, webhook_disabled */
export const enabledEndpointFor = async (call: EndpointCall): Promise<Endpoint> => {
  const endpoint = await endpointFor(call)
  if (!endpoint.enabled)
    throw new Problem('webhook_disabled', 'Switch it on; it is then sent what is pending.')
  return endpoint
}

/** Changes the caller's endpoint by a rule that is applied to what it is at that moment. @throws Problem not_found */
export const changeFor = async (
  call: EndpointCall,
  rule: (endpoint: Endpoint) => EndpointChange | Promise<EndpointChange>,
): Promise<Endpoint> => {
  for (let round = 0; round < mostConflicts; round++) {
    const endpoint = await endpointFor(call)
    const changed = await changeEndpoint(endpoint, await rule(endpoint))
    if (changed) return changed
  }
  throw new Fault('An endpoint changed each time that it was to be changed')
}
