import type { Caller } from '../account/caller.ts'
import type { Page } from '../http/contract/page.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { recordDays, unlessExpired } from '../table/retention.ts'
import { lookupScopeOf } from './contract/lookup-route.ts'
import { toLookupResponse } from './find-lookup.ts'
import { lookupPageKeyPattern } from './kinds.ts'
import { identityProducts } from './products.ts'
import { listChargedLookups } from './store.ts'

interface LookupListRequest {
  readonly caller: Caller
  readonly query: Page
  readonly nowMs: number
}

const dayMs = 86_400_000

/** A page of the caller's look-ups that were charged, the latest verdict first. Those that are expired are left out. */
export const listCallerLookups = async ({ caller, query, nowMs }: LookupListRequest) => {
  const readable = identityProducts.filter(product => caller.scopes.includes(lookupScopeOf(product)))
  const { items, after } = await listChargedLookups(
    caller,
    readable.map(({ name }) => name),
    {
      sinceMs: nowMs - recordDays * dayMs,
      limit: query.limit ?? 20,
      after: decodeCursor(query.cursor, lookupPageKeyPattern),
    },
  )
  const data = items.flatMap(lookup => unlessExpired(lookup, nowMs) ?? [])
  return {
    status: 200,
    body: { data: data.map(toLookupResponse), nextCursor: encodeCursor(after) },
  } as const
}
