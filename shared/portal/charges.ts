import type { Caller } from '../account/caller.ts'
import { readCharges } from '../ledger/charges.ts'
import type { LedgerLine } from '../ledger/line.ts'
import { definitionOf } from '../verification/product/definitions.ts'

const scopeOf = ({ product, rule }: LedgerLine): Caller['scopes'][number] =>
  rule === 'decided' ? definitionOf[product as keyof typeof definitionOf].scope : `identities.${product}`

/** Only products that the caller may read. */
export const readPortalCharges = (caller: Caller, month: string | undefined, nowMs: number) =>
  readCharges(caller, { month, nowMs }, line => caller.scopes.includes(scopeOf(line)))
