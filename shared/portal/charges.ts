import type { Caller } from '../account/caller.ts'
import { readCharges } from '../ledger/charges.ts'
import type { LedgerLine } from '../ledger/line.ts'
import { collectionOf } from '../verification/contract/product.ts'

const scopeOf = ({ product, rule }: LedgerLine): Caller['scopes'][number] =>
  rule === 'decided' ? collectionOf[product as keyof typeof collectionOf] : `identities.${product}`

/** Only products that the caller may read. */
export const readPortalCharges = (caller: Caller, month: string | undefined, nowMs: number) =>
  readCharges(caller, { month, nowMs }, line => caller.scopes.includes(scopeOf(line)))
