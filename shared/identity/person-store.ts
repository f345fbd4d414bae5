import type { Tenant } from '../table/tenant.ts'
import { forEachLate } from './late/store.ts'
import { findStoredLookup } from './store.ts'

/**
 * The look-ups of an id number that hold more than its digest: those that wait for their registry, and of `told` those
 * that are the number's. The others have no list to be found in.
 * @param told look-ups whose events are still kept
 */
export const lookupsOfNumber = async (
  tenant: Tenant,
  digest: string,
  told: readonly number[],
): Promise<readonly number[]> => {
  const ids = new Set(told)
  await forEachLate(tenant, async lookups => {
    for (const { verificationId } of lookups) ids.add(verificationId)
  })
  const stored = await Promise.all([...ids].map(id => findStoredLookup(tenant, id)))
  return stored.flatMap(lookup => (lookup?.idNumberDigest === digest ? [lookup.id] : []))
}
