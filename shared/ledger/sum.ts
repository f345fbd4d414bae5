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

/** A month has millions of lines: they are added page by page. @param before lines, or sums, to begin with */
export const createLineSums = (before: readonly (LineOrSum & Pick<LineSum, 'rule'>)[] = []) => {
  const sums = new Map<string, LineSum>()
  const add = (all: readonly (LineOrSum & Pick<LineSum, 'rule'>)[]): void => {
    for (const { product, rule, count = 1, amount } of all) {
      const name = `${product} ${rule}`
      const sum = sums.get(name) ?? { product, rule, count: 0, amount: 0 }
      sums.set(name, { ...sum, count: sum.count + count, amount: sum.amount + amount })
    }
  }
  add(before)
  return {
    add,
    /** Sorted by product and rule. */
    list: (): readonly LineSum[] =>
      [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum),
  }
}
