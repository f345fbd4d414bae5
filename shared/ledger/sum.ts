import type { LedgerLine } from './line.ts'

export interface Sum {
  readonly product: string
  readonly count: number
  readonly amount: number
}

/** Sorted by name. Amounts are whole, so sums are exact. */
export const sumByProduct = (lines: readonly Pick<LedgerLine, 'product' | 'amount'>[]): readonly Sum[] => {
  const byProduct = Map.groupBy(lines, ({ product }) => product)
  return [...byProduct]
    .map(([product, own]) => ({ product, count: own.length, amount: sumAmounts(own) }))
    .toSorted((one, other) => (one.product < other.product ? -1 : 1))
}

export const sumAmounts = (all: readonly { readonly amount: number }[]): number =>
  all.reduce((sum, { amount }) => sum + amount, 0)
