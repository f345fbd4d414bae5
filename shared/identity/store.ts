import { database } from '../table/driver.ts'
import { lookupKey } from '../table/keys.ts'
import { absent, holds } from '../table/port.ts'
import { expiresAt, retentionDays, unlessExpired } from '../table/retention.ts'
import type { Tenant } from '../table/tenant.ts'
import type { Lookup } from './look-up.ts'

/** The record of a look-up: below 1 KB and without index entries, so that keeping it is one write unit. */
export const lookupItem = (lookup: Lookup) => ({
  ...lookup,
  ...lookupKey(lookup, lookup.id),
  expiresAt: expiresAt(lookup.requestedAt, retentionDays.verification),
})

/** Keeps a look-up. Answers false if its id is taken. */
export const keepLookup = (lookup: Lookup): Promise<boolean> =>
  holds(database.write({ put: lookupItem(lookup), condition: absent }))

/** Writes a look-up anew that was kept before: the same request has asked again. */
export const renewLookup = async (lookup: Lookup): Promise<void> => {
  await database.write({ put: lookupItem(lookup) })
}

/** Reads a look-up of its tenant; absent for another's, for the other mode's, or past its retention. */
export const findLookup = async (tenant: Tenant, id: number, nowMs: number): Promise<Lookup | undefined> => {
  const item = await database.get<Lookup & { expiresAt: number }>(lookupKey(tenant, id), { consistent: true })
  return unlessExpired(item, nowMs)
}
