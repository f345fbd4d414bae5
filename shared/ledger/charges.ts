import type { Caller } from '../account/caller.ts'
import type { Month } from './contract.ts'
import { type LedgerLine, monthOf } from './line.ts'
import { currency } from './price.ts'
import { findSpend } from './spend-store.ts'
import { sumAmounts, sumByProduct } from './sum.ts'
import { readMonthSums } from './sum-store.ts'

const capOf = async (caller: Caller, month: Month) => {
  if (caller.spendCap === undefined) return null
  const { used, spent } = await findSpend(caller, caller.clientId, month)
  return { amount: caller.spendCap, used, spent }
}

/** @param mayRead which lines the caller may read */
export const readCharges = async (
  caller: Caller,
  { month: asked, nowMs }: { readonly month: Month | undefined; readonly nowMs: number },
  mayRead: (line: Pick<LedgerLine, 'product' | 'rule'>) => boolean,
) => {
  const month = asked ?? monthOf(new Date(nowMs).toISOString())
  const [{ sums, countedAt = null }, spendCap] = await Promise.all([
    readMonthSums(caller, month),
    capOf(caller, month),
  ])
  const own = sums.filter(mayRead)
  const total = sumAmounts(own)
  return { month, currency, data: [...sumByProduct(own)], total, asOf: countedAt, spendCap } as const
}
