import type { Tenant } from '../../shared/table/tenant.ts'
import { allOpenShards, listOpen, type OpenPage } from '../../shared/verification/transition-store.ts'

/** All that is open of a tenant's, or whose end was not told yet, of what was ordered before a time. */
export const openOf = async (
  tenant: Tenant,
  beforeMs = Date.now() + 1000,
): Promise<Pick<OpenPage, 'verifications' | 'orphans'>> => {
  const pages = await Promise.all(allOpenShards.map(part => listOpen(tenant, part, { beforeMs })))
  return {
    verifications: pages.flatMap(({ verifications }) => verifications),
    orphans: pages.flatMap(({ orphans }) => orphans),
  }
}
