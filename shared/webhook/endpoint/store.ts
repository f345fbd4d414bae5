import { database } from '../../table/driver.ts'
import { endpointKey, endpointsPartition } from '../../table/keys.ts'
import { absent, ConditionFailed, holds, present } from '../../table/port.ts'
import type { Tenant } from '../../table/tenant.ts'
import type { Endpoint, EndpointChange } from './endpoint.ts'

/** How many endpoints an organisation may have in one mode. */
export const endpointLimit = 20

/** Registers an endpoint. Answers false if the id is taken: draw again, unless this is the same request once more. */
export const register = (endpoint: Endpoint): Promise<boolean> =>
  holds(
    database.write({
      put: { ...endpoint, ...endpointKey(endpoint, endpoint.id) },
      condition: absent,
    }),
  )

/** All endpoints of an organisation in one mode, in the order of their registration; at most `endpointLimit` and the few that raced. */
export const listEndpoints = async (tenant: Tenant): Promise<readonly Endpoint[]> =>
  (await database.query<Endpoint>({ partition: endpointsPartition(tenant), consistent: true })).items

export const findEndpoint = (tenant: Tenant, id: number): Promise<Endpoint | undefined> =>
  database.get<Endpoint>(endpointKey(tenant, id), { consistent: true })

/** Deletes an endpoint. Answers false if there is none. */
export const removeEndpoint = (tenant: Tenant, id: number): Promise<boolean> =>
  holds(database.write({ delete: endpointKey(tenant, id), condition: present }))

/** The endpoint is as it was when it was read, but for its health. */
export const unchangedSince = ({ revision }: Endpoint) => ({
  when: '#revision = :seen',
  values: { seen: revision },
})

/** Writes a change that was made of an endpoint as read. Answers undefined if another came first, or it is gone. */
export const changeEndpoint = async (
  endpoint: Endpoint,
  { set, remove }: EndpointChange,
): Promise<Endpoint | undefined> => {
  try {
    return await database.write<Endpoint>({
      update: endpointKey(endpoint, endpoint.id),
      set: { ...set, revision: endpoint.revision + 1 },
      ...(remove && { remove }),
      condition: unchangedSince(endpoint),
    })
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined
    throw error
  }
}
