import type { LedgerLine } from '../../shared/ledger/line.ts'
import { currency } from '../../shared/ledger/price.ts'
import { chargingRules } from '../../shared/ledger/rule.ts'
import { sumAmounts, sumByProduct } from '../../shared/ledger/sum.ts'
import { formatCsv, formatTable } from './table.ts'

interface Listed {
  readonly lines: readonly LedgerLine[]
}

const columns = [
  ...['chargedAt', 'organisationId', 'mode', 'verificationId', 'product', 'end', 'rule', 'why'],
  ...['amount', 'currency', 'priceList', 'clientId'],
] as const

/** Every line, and in words why it was charged. */
export const ledgerCsv = ({ lines }: Listed): string =>
  formatCsv(
    columns,
    lines.map(line => ({ ...line, why: chargingRules[line.rule] })),
  )

export const ledgerSums = ({ lines }: Listed): string => {
  const total = { product: `total, ${currency}`, count: lines.length, amount: sumAmounts(lines) }
  const sums = sumByProduct(lines).map(sum => ({ ...sum }))
  return formatTable(['product', 'count', 'amount'], sums.length === 0 ? [] : [...sums, total])
}
