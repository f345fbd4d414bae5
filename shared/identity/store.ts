import { database } from '../table/driver.ts'
import { lateLookupKey, lookupKey } from '../table/keys.ts'
import { absent, type Condition, holds } from '../table/port.ts'
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

/** A look-up as it lies in the table, erased or past its time or not. */
export const findStoredLookup = (tenant: Tenant, id: number): Promise<StoredLookup | undefined> =>
  database.get<StoredLookup>(lookupKey(tenant, id), { consistent: true })

export type StoredLookup = Lookup & { readonly expiresAt: number; readonly erasedAt?: string }

const unconcludedSince = ({ completedAt }: Lookup): Condition =>
  completedAt
    ? { when: '#completedAt = :completedAt', values: { completedAt } }
    : { when: 'attribute_exists(#pk) AND attribute_not_exists(#completedAt)' }

/** Leaves of a look-up what names nobody, and nothing of one that waits for its registry. Answers false if it has concluded since it was read. */
export const eraseLookup = (lookup: StoredLookup, at: string): Promise<boolean> => {
  const { id, organisationId, mode, product, requestedAt, price, completedAt = at, expiresAt } = lookup
  const tombstone = { id, organisationId, mode, product, requestedAt, price, completedAt, expiresAt }
  return holds(
    database.write(
      {
        put: { ...lookupKey(lookup, id), ...tombstone, erasedAt: at },
        condition: unconcludedSince(lookup),
      },
      { delete: lateLookupKey(lookup, id) },
    ),
  )
}
