import type { Caller } from '../account/caller.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import type { Page } from '../http/contract/page.ts'
import { ledgerListKeyPattern, listLatestLines } from '../ledger/read-store.ts'
import { retentionDays, unlessExpired } from '../table/retention.ts'
import { lookupScopeOf } from './contract/lookup-route.ts'
import { toLookupResponse } from './find-lookup.ts'
import { identityProducts } from './products.ts'
import { findManyStoredLookups } from './store.ts'

interface LookupListRequest {
  readonly caller: Caller
  readonly query: Page
  readonly nowMs: number
}

const dayMs = 86_400_000

/**
 * A page of the caller's look-ups that were charged, the latest verdict first. The ledger has each of them already, so
 * that none pays for an index. Records that are erased or expired are left out.
 */
export const listCallerLookups = async ({ caller, query, nowMs }: LookupListRequest) => {
  const readable = identityProducts.filter(product => caller.scopes.includes(lookupScopeOf(product)))
  const { items, cursor } = await listLatestLines(
    caller,
    readable.map(({ name }) => name),
    {
      sinceMs: nowMs - retentionDays.verification * dayMs,
      nowMs,
      limit: query.limit ?? 20,
      after: decodeCursor(query.cursor, ledgerListKeyPattern),
    },
  )
  const ids = items.map(({ verificationId }) => verificationId)
  const stored = new Map((await findManyStoredLookups(caller, ids)).map(lookup => [lookup.id, lookup]))
  const data = ids.flatMap(id => unlessExpired(stored.get(id), nowMs) ?? [])
  return {
    status: 200,
    body: { data: data.map(toLookupResponse), nextCursor: encodeCursor(cursor) },
  } as const
}
