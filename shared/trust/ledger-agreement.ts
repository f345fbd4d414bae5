import type { StoredLookup } from '../identity/store.ts'
import type { LedgerLine } from '../ledger/line.ts'
import type { StoredVerification } from '../verification/person-store.ts'
import { isFinal } from '../verification/contract/outcome.ts'

/** What a record says that it costs. One that was erased says so still. */
export interface PricedRecord {
  readonly isLookUp: boolean
  readonly verificationId: number
  readonly product: string
  readonly price: number
  /** When it ended, and was charged if it costs something; absent while it is open. */
  readonly chargedAt?: string | undefined
}

export const pricedVerification = (verification: StoredVerification): PricedRecord => {
  const { id: verificationId, product, price, outcome, updatedAt, chargedAt } = verification
  // A revision is a later time of the record, and charges nothing.
  const since = isFinal(outcome) ? (chargedAt ?? updatedAt) : undefined
  return { isLookUp: false, verificationId, product, price, chargedAt: since }
}

export const pricedLookup = ({
  id: verificationId,
  product,
  price,
  completedAt,
}: StoredLookup): PricedRecord => ({
  ...{ isLookUp: true, verificationId, product, price, chargedAt: completedAt },
})

/** How the ledger and the records can disagree. */
export type Disagreement = 'missing' | 'too-many' | 'other-amount'

/** What is wrong with a line, given the record that it charges for. */
export const findDisagreement = (
  line: LedgerLine,
  record: PricedRecord | undefined,
): Disagreement | undefined => {
  if (!record || record.price === 0 || record.product !== line.product) return 'too-many'
  if (record.chargedAt !== line.chargedAt) return 'too-many'
  return record.price === line.amount ? undefined : 'other-amount'
}

/** Whether a record was charged, and the ledger must have a line for it. */
export const isCharged = (record: PricedRecord): record is PricedRecord & { readonly chargedAt: string } =>
  record.price > 0 && record.chargedAt !== undefined
