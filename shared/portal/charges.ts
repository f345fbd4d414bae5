import type { Caller } from '../account/caller.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import type { ChargeLineFilter } from '../ledger/contract.ts'
import { ledgerPageKeyPattern } from '../ledger/kinds.ts'
import { type LedgerLine, monthOf } from '../ledger/line.ts'
import { listLedgerLines } from '../ledger/read-store.ts'
import { readReferences } from '../ledger/reference-store.ts'
import { collectionOf } from '../verification/contract/product.ts'

type ChargedProduct = Pick<LedgerLine, 'product' | 'rule'>

const scopesOf = ({ product, rule }: ChargedProduct): readonly Caller['scopes'][number][] => {
  if (rule === 'handedOver') return Object.values(collectionOf)
  return [rule === 'decided' ? collectionOf[product as keyof typeof collectionOf] : `identities.${product}`]
}

/** Only products that the caller may read. */
export const mayReadCharge =
  ({ scopes }: Caller) =>
  (line: ChargedProduct): boolean =>
    scopesOf(line).some(scope => scopes.includes(scope))

interface ChargeLinesRequest {
  readonly caller: Caller
  readonly query: ChargeLineFilter
  readonly nowMs: number
}

/** A page of a month's charges, the oldest first, with the references of the orders that they are for. */
export const listCallerCharges = async ({ caller, query, nowMs }: ChargeLinesRequest) => {
  const month = query.month ?? monthOf(new Date(nowMs).toISOString())
  const page = { limit: query.limit ?? 20, after: decodeCursor(query.cursor, ledgerPageKeyPattern) }
  const { items, after } = await listLedgerLines(caller, { month }, page)
  const lines = items.filter(mayReadCharge(caller))
  const referenceOf = await readReferences(caller, month, lines, nowMs)
  const data = lines.map(line => {
    const { end: result, ...rest } = line
    return { ...rest, result, customerReference: referenceOf(line) ?? null }
  })
  return { status: 200, body: { data, nextCursor: encodeCursor(after) } } as const
}
