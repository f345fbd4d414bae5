import type { Caller } from '../account/caller.ts'
import type { Month } from './contract.ts'
import { type LedgerLine, monthOf } from './line.ts'
import { forEachLedgerLine } from './line-store.ts'
import { currency } from './price.ts'
import { findSpend } from './spend-store.ts'
import { sumAmounts, sumByProduct } from './sum.ts'

const capOf = async (caller: Caller, month: Month) => {
  if (caller.spendCap === undefined) return null
  const { used, spent } = await findSpend(caller, caller.clientId, month)
  return { amount: caller.spendCap, used, spent }
}

/** @param mayRead which lines the caller may read */
export const readCharges = async (
  caller: Caller,
  { month: asked, nowMs }: { readonly month: Month | undefined; readonly nowMs: number },
  mayRead: (line: LedgerLine) => boolean,
) => {
  const month = asked ?? monthOf(new Date(nowMs).toISOString())
  const lines: Pick<LedgerLine, 'product' | 'amount'>[] = []
  await forEachLedgerLine(caller, month, page => {
    for (const { product, amount } of page.filter(mayRead)) lines.push({ product, amount })
  })
  const spendCap = await capOf(caller, month)
  return { month, currency, data: [...sumByProduct(lines)], total: sumAmounts(lines), spendCap } as const
}
