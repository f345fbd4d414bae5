import { clockSkewMs } from '../aws/clock.ts'
import type { Tenant } from '../table/tenant.ts'
import type { Endpoint } from '../webhook/endpoint/endpoint.ts'
import { listEndpoints } from '../webhook/endpoint/store.ts'

/** Finds a tenant's endpoints as they were at some time after `at`. */
export type FindSubscribers = (tenant: Tenant, at: string) => Promise<readonly Endpoint[]>

interface CachedEndpoints {
  /** When the read began. */
  readonly readAtMs: number
  readonly endpoints: Promise<readonly Endpoint[]>
}

/** Maximum age of a cached list. The second search of `webhook/delivery/resumption.ts` relies on it. */
const maxAgeMs = 5000
const maxTenants = 1000

const lists = new Map<string, CachedEndpoints>()

/** A failed read is not cached. */
const read = (id: string, tenant: Tenant): CachedEndpoints => {
  const list = { readAtMs: Date.now(), endpoints: listEndpoints(tenant) }
  list.endpoints.catch(() => lists.get(id) === list && lists.delete(id))
  if (lists.size >= maxTenants) lists.clear()
  lists.set(id, list)
  return list
}

/**
 * Creates the finder of a batch whose changes all happened before `openedAtMs`. A list is read once a batch, or comes
 * from an earlier one if it was read after the change: an endpoint that was registered just before an order receives
 * its events.
 */
export const createSubscriberFinder =
  (openedAtMs: number): FindSubscribers =>
  async (tenant, at) => {
    const id = `${tenant.organisationId} ${tenant.mode}`
    const known = lists.get(id)
    const isOurs = known && known.readAtMs >= openedAtMs
    const isLater = known && known.readAtMs >= Math.max(Date.now() - maxAgeMs, Date.parse(at) + clockSkewMs)
    return (isOurs || isLater ? known : read(id, tenant)).endpoints
  }
