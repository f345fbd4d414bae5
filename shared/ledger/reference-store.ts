import { queryAll } from '../table/paging.ts'
import type { Key } from '../table/port.ts'
import { isExpired } from '../table/retention.ts'
import type { Tenant } from '../table/tenant.ts'
import type { Month } from './contract.ts'
import { chargeReferenceQueries } from './kinds.ts'
import type { LedgerLine } from './line.ts'
import { ledgerLineKey } from './line-store.ts'

type StoredReference = Key & { readonly customerReference: string; readonly expiresAt: number }

/** Customers' references of the lines of a page, by the key of each; none of what is erased or expired. */
export const readReferences = async (
  tenant: Tenant,
  month: Month,
  lines: readonly LedgerLine[],
  nowMs: number,
): Promise<(line: LedgerLine) => string | undefined> => {
  const keys = lines.map(line => ledgerLineKey(line).sk)
  if (keys.length === 0) return () => undefined
  const range = { from: keys[0]!, to: keys.at(-1)! }
  const found = await Promise.all(
    chargeReferenceQueries(tenant, month, range).map(query => queryAll<StoredReference>(query)),
  )
  const kept = found.flat().filter(one => !isExpired(one, nowMs))
  const references = new Map(kept.map(({ sk, customerReference }) => [sk, customerReference]))
  return line => references.get(ledgerLineKey(line).sk)
}
