import { clockSkewMs } from '../aws/clock.ts'
import type { Tenant } from '../table/tenant.ts'
import type { Endpoint } from '../webhook/endpoint/endpoint.ts'
import { listEndpoints } from '../webhook/endpoint/store.ts'

/** A tenant's endpoints as they were at some time after that one, ISO 8601. */
export type FindSubscribers = (tenant: Tenant, at: string) => Promise<readonly Endpoint[]>

interface List {
  /** When the read of it began, in milliseconds since 1970. */
  readonly readAtMs: number
  readonly endpoints: Promise<readonly Endpoint[]>
}

/** A list is gone by for so long at most. The second search of `webhook/delivery/resumption.ts` counts on it. */
const keptMs = 5000
/** Tenants remembered by a container. */
const remembered = 1000

const lists = new Map<string, List>()

/** One that cannot be read is no list: whoever asks next reads anew. */
const read = (id: string, tenant: Tenant): List => {
  const list = { readAtMs: Date.now(), endpoints: listEndpoints(tenant) }
  list.endpoints.catch(() => lists.get(id) === list && lists.delete(id))
  if (lists.size >= remembered) lists.clear()
  lists.set(id, list)
  return list
}

/**
 * Opens the tenants' endpoints to a batch of changes, of which all happened before `openedAtMs`: each list is read once
 * for all of them, or was read for an earlier batch. A list that was read before something happened is not gone by:
 * what was registered before an order, however shortly, hears of it.
 */
export const createSubscriberFinder =
  (openedAtMs: number): FindSubscribers =>
  async (tenant, at) => {
    const id = `${tenant.organisationId} ${tenant.mode}`
    const known = lists.get(id)
    const isOurs = known && known.readAtMs >= openedAtMs
    const isLater = known && known.readAtMs >= Math.max(Date.now() - keptMs, Date.parse(at) + clockSkewMs)
    return (isOurs || isLater ? known : read(id, tenant)).endpoints
  }
