import { chargeWrites } from '../ledger/line-store.ts'
import { type CappedReservation, refuseBeyondCap } from '../ledger/spend-cap.ts'
import { spendWrite } from '../ledger/spend-store.ts'
import { database } from '../table/driver.ts'
import { queryShards, type ResultPage } from '../table/paging.ts'
import { absent, type Condition, conditionsMet, failureOf, type Item } from '../table/port.ts'
import { expiresAt, unlessExpired } from '../table/retention.ts'
import type { Tenant } from '../table/tenant.ts'
import { countingCharge } from './count-charge.ts'
import {
  lateLookupKey,
  lookupIndex,
  lookupKey,
  lookupKind,
  lookupsQuery,
  parseLookupPageKey,
} from './kinds.ts'
import { type ConcludedLookup, type Lookup, toLookupCharge } from './lookup.ts'
import type { IdentityProduct } from './products.ts'
import { subjectIndex } from './subject-kind.ts'

/** Lists what was charged: from its verdict until it is erased. */
export const chargedIndex = (
  of: Tenant,
  { id, product, completedAt, price }: Pick<Lookup, 'id' | 'product' | 'completedAt' | 'price'>,
) => (completedAt !== undefined && price > 0 ? lookupIndex(of, product, completedAt, id) : {})

/** Below 1 KB: three write units with its index entries; with the line of what it charges, six. */
export const lookupItem = (lookup: Lookup) => ({
  ...lookup,
  ...lookupKey(lookup, lookup.id),
  ...subjectIndex(lookup, lookup.idNumberDigest, lookup.id),
  ...chargedIndex(lookup, lookup),
  expiresAt: expiresAt(lookup.requestedAt, lookupKind.days),
})

/** A write with a lost response is sent again and finds itself. */
const isOwn = (stored: Item | undefined, { completedAt, idNumberDigest }: Lookup): boolean =>
  stored?.completedAt === completedAt && stored?.idNumberDigest === idNumberDigest

/** With its charge, and what a capped client spends. */
const writeCharged = async (
  lookup: ConcludedLookup,
  condition: Condition,
  capped: CappedReservation | undefined,
): Promise<boolean> => {
  const failure = await failureOf(
    database.transact({
      lookup: { put: lookupItem(lookup), condition },
      cap: capped && spendWrite(lookup, capped),
      charge: chargeWrites(toLookupCharge(lookup)),
    }),
  )
  if (!failure) return true
  refuseBeyondCap(capped, failure.failed)
  return isOwn(failure.items.lookup, lookup)
}

/** With its charge. Returns false if the id is taken. @throws Problem spend_cap_reached */
export const insertLookup = (lookup: ConcludedLookup, capped?: CappedReservation): Promise<boolean> =>
  countingCharge(lookup, writeCharged(lookup, absent, capped))

const withoutVerdict: Condition = {
  when: 'attribute_exists(#pk) AND attribute_not_exists(#verdict) AND attribute_not_exists(#erasedAt)',
}

/** With its charge. Returns false if it has a verdict or is gone. @throws Problem spend_cap_reached */
export const saveVerdict = (lookup: ConcludedLookup, capped?: CappedReservation): Promise<boolean> =>
  countingCharge(lookup, writeCharged(lookup, withoutVerdict, capped))

/** For a repeated request that has its verdict and was charged. */
export const replaceLookup = async (lookup: Lookup): Promise<void> => {
  await database.write({ put: lookupItem(lookup) })
}

export const findLookup = async (tenant: Tenant, id: number, nowMs: number): Promise<Lookup | undefined> => {
  const item = await database.get<Lookup & { expiresAt: number }>(lookupKey(tenant, id), { consistent: true })
  return unlessExpired(item, nowMs)
}

/** Erased or expired, too. */
export const findStoredLookup = (tenant: Tenant, id: number): Promise<StoredLookup | undefined> =>
  database.get<StoredLookup>(lookupKey(tenant, id), { consistent: true })

export const findManyStoredLookups = (
  tenant: Tenant,
  ids: readonly number[],
): Promise<readonly StoredLookup[]> =>
  database.getMany<StoredLookup>(
    ids.map(id => lookupKey(tenant, id)),
    { consistent: true },
  )

interface LatestLookups {
  readonly sinceMs: number
  readonly limit: number
  /** A position; what follows is older. */
  readonly after?: string | undefined
}

/** Of these products and charged, the latest verdict first; with a position exactly where another follows. */
export const listChargedLookups = async (
  tenant: Tenant,
  products: readonly IdentityProduct[],
  { sinceMs, limit, after }: LatestLookups,
): Promise<ResultPage<StoredLookup, string>> => {
  // One more than the page holds tells whether another follows.
  const { items } = await queryShards<Pick<Lookup, 'id'>>(lookupsQuery(tenant, products), {
    from: new Date(sinceMs).toISOString(),
    newestFirst: true,
    limit: limit + 1,
    after,
  })
  const page = items.slice(0, limit)
  const ids = page.map(({ id }) => id)
  const stored = new Map((await findManyStoredLookups(tenant, ids)).map(lookup => [lookup.id, lookup]))
  return {
    items: ids.flatMap(id => stored.get(id) ?? []),
    ...(items.length > limit && { after: parseLookupPageKey(page.at(-1)!) }),
  }
}

export type StoredLookup = Lookup & { readonly expiresAt: number; readonly erasedAt?: string }

/** Leaves what names nobody, and removes the late lookup. Returns false if it has concluded since it was read. */
export const eraseLookup = (lookup: StoredLookup, at: string): Promise<boolean> => {
  const { id, organisationId, mode, product, requestedAt, price, completedAt = at, expiresAt } = lookup
  const tombstone = { id, organisationId, mode, product, requestedAt, price, completedAt, expiresAt }
  const unchanged: Condition = lookup.completedAt
    ? { when: '#completedAt = :completedAt', values: { completedAt } }
    : { when: 'attribute_exists(#pk) AND attribute_not_exists(#completedAt)' }
  return conditionsMet(
    database.transact({
      lookup: { put: { ...lookupKey(lookup, id), ...tombstone, erasedAt: at }, condition: unchanged },
      late: { delete: lateLookupKey(lookup, id) },
    }),
  )
}
