import type { Owner } from '../domain/caller.ts'
import type { Lookup } from '../domain/identity.ts'
import { absent, type Database, holds, type Item } from './database.ts'
import { lookupKey } from './keys.ts'
import { expiresAt, retentionDays, unlessExpired } from './retention.ts'

/** The record of a look-up: below 1 KB and without index entries, so that keeping it is one write unit. */
export const lookupItem = (lookup: Lookup) => ({
  ...(lookup as unknown as Item),
  ...lookupKey(lookup, lookup.id),
  expiresAt: expiresAt(lookup.requestedAt, retentionDays.verification),
})

/** Keeps a look-up. Answers false if its id is taken. */
export const keepLookup = (database: Database, lookup: Lookup): Promise<boolean> =>
  holds(database.write({ put: lookupItem(lookup), condition: absent }))

/** Writes a look-up anew that was kept before: the same request has asked again. */
export const renewLookup = async (database: Database, lookup: Lookup): Promise<void> => {
  await database.write({ put: lookupItem(lookup) })
}

/** Reads a look-up of its owner; absent for another's, for the other mode's, or past its retention. */
export const findLookup = async (
  database: Database,
  owner: Owner,
  id: number,
  nowMs: number,
): Promise<Lookup | undefined> => {
  const item = await database.get<Lookup & { expiresAt: number }>(lookupKey(owner, id), { consistent: true })
  return unlessExpired(item, nowMs)
}
