import type { LedgerLine } from './line.ts'

export interface Sum {
  readonly product: string
  readonly count: number
  readonly amount: number
}

/** Of all lines of a product that were charged for one reason. */
export interface LineSum extends Sum {
  readonly rule: LedgerLine['rule']
}

/** A line counts as one, a sum as its lines. */
type LineOrSum = Pick<Sum, 'product' | 'amount'> & Partial<Pick<Sum, 'count'>>

const sumCounts = (all: readonly LineOrSum[]): number => all.reduce((sum, { count = 1 }) => sum + count, 0)

export const sumAmounts = (all: readonly { readonly amount: number }[]): number =>
  all.reduce((sum, { amount }) => sum + amount, 0)

/** Sorted by name. Amounts are whole, so sums are exact. */
export const sumByProduct = (all: readonly LineOrSum[]): readonly Sum[] => {
  const byProduct = Map.groupBy(all, ({ product }) => product)
  return [...byProduct]
    .map(([product, own]) => ({ product, count: sumCounts(own), amount: sumAmounts(own) }))
    .toSorted((one, other) => (one.product < other.product ? -1 : 1))
}

/** A month has millions of lines: they are added page by page. */
export const createLineSums = () => {
  const sums = new Map<string, LineSum>()
  return {
    add: (lines: readonly Pick<LedgerLine, 'product' | 'rule' | 'amount'>[]): void => {
      for (const { product, rule, amount } of lines) {
        const name = `${product} ${rule}`
        const before = sums.get(name) ?? { product, rule, count: 0, amount: 0 }
        sums.set(name, { ...before, count: before.count + 1, amount: before.amount + amount })
      }
    },
    /** Sorted by product and rule. */
    list: (): readonly LineSum[] =>
      [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum),
  }
}
