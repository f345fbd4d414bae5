import type { Caller } from '../account/caller.ts'
import { readCharges } from '../ledger/charges.ts'
import type { LedgerLine } from '../ledger/line.ts'
import { definitionOf } from '../verification/product/definitions.ts'

/** The scope that opens a product's records, and with them what they cost. */
const scopeOf = ({ product, rule }: LedgerLine): Caller['scopes'][number] =>
  rule === 'decided' ? definitionOf[product as keyof typeof definitionOf].scope : `identities.${product}`

/** What the caller's organisation was charged in a month for the products that the caller may read. */
export const readPortalCharges = (caller: Caller, month: string | undefined, nowMs: number) =>
  readCharges(caller, { month, nowMs }, line => caller.scopes.includes(scopeOf(line)))
