import { database } from '../../table/driver.ts'
import { lateLookupIndex, lateLookupKey, lateLookupsPartition, lookupKey } from '../../table/keys.ts'
import { absent, holds, type Key, type Put } from '../../table/port.ts'
import type { Tenant, VerificationKey } from '../../table/tenant.ts'
import type { Lookup } from '../look-up.ts'
import { lookupItem } from '../store.ts'
import type { LateLookup } from './late-lookup.ts'

/** After the last try, for how long the item may still be there: long enough for reconciliation to have it concluded, in seconds. */
const graceSeconds = 3 * 3600

const keyOf = (key: VerificationKey) => lateLookupKey(key, key.verificationId)

const isOpen = { when: 'attribute_exists(#pk) AND attribute_not_exists(#completedAt)' }

/** Accepts a look-up whose registry does not answer now: its record, and what it takes to try again. Answers false if the id is taken. */
export const acceptLate = (lookup: Lookup, late: LateLookup): Promise<boolean> => {
  const item = {
    ...late,
    ...keyOf(late),
    ...lateLookupIndex(late, late.verificationId, lookup.requestedAt),
    expiresAt: Math.ceil(late.giveUpAtMs / 1000) + graceSeconds,
  }
  return holds(
    database.write({ put: lookupItem(lookup), condition: absent }, { put: item, condition: absent }),
  )
}

/** What it takes to try a look-up again; absent when it is over. */
export const findLate = (key: VerificationKey): Promise<LateLookup | undefined> =>
  database.get<LateLookup>(keyOf(key), { consistent: true })

/** The tenant's look-ups that wait for their registry, oldest first; a page of them. */
export const listLate = async (tenant: Tenant): Promise<readonly LateLookup[]> => {
  const { items } = await database.query<Key>({ index: 'gsi1', partition: lateLookupsPartition(tenant) })
  return database.getMany<LateLookup>(items.map(({ pk, sk }) => ({ pk, sk })))
}

/** Moves on to the next try. Answers false if that was done before. */
export const postponeLate = (
  late: LateLookup,
  next: { attempt: number; notBeforeMs: number },
): Promise<boolean> =>
  holds(
    database.write({
      update: keyOf(late),
      set: next,
      condition: { when: '#attempt = :attempt', values: { attempt: late.attempt } },
    }),
  )

/**
 * Ends a late look-up: its outcome, its event and the end of the personal data are one transaction, so that no
 * outcome is without its event and no personal data outlives it. Answers false if it had ended before.
 */
export const concludeLate = (
  key: VerificationKey,
  { outcome, event }: { outcome: Pick<Lookup, 'completedAt' | 'verdict' | 'failure' | 'price'>; event: Put },
): Promise<boolean> =>
  holds(
    database.write(
      {
        update: lookupKey(key, key.verificationId),
        set: outcome,
        condition: isOpen,
      },
      event,
      { delete: keyOf(key) },
    ),
  )
