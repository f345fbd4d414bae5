import type { VerificationKey } from '../table/tenant.ts'
import type { Month } from './contract.ts'
import { currency } from './price.ts'
import type { ChargingRule } from './rule-contract.ts'

/** @param at ISO 8601 */
export const monthOf = (at: string): Month => at.slice(0, 7)

/** Ids and our own words; no personal data and nothing that a customer wrote. */
export interface Charge extends VerificationKey {
  readonly product: string
  readonly rule: ChargingRule
  /** An outcome or a match status. */
  readonly end: string
  readonly amount: number
  readonly chargedAt: string
  readonly messageLink?: string
  readonly clientId: string
}

/** Written once, with what it charges, and never changed. */
export interface LedgerLine extends Charge {
  readonly currency: typeof currency
  readonly priceList: string
}

/** Undefined for what is free. */
export const toLedgerLine = (charge: Charge, priceList: string): LedgerLine | undefined =>
  charge.amount === 0 ? undefined : { ...charge, currency, priceList }
