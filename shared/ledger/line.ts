import type { VerificationKey } from '../table/tenant.ts'
import { currency } from './price.ts'
import type { ChargingRule } from './rule.ts'

/** A month of the calendar in UTC: `2026-11`. */
export type Month = string

/** @param at ISO 8601, in UTC */
export const monthOf = (at: string): Month => at.slice(0, 7)

/** What somebody is charged: ids and words of ours, nothing of a person and nothing that a customer wrote. */
export interface Charge extends VerificationKey {
  readonly product: string
  /** Why. */
  readonly rule: ChargingRule
  /** How it ended: an outcome, or how well a claim fits. */
  readonly end: string
  readonly amount: number
  /** ISO 8601. */
  readonly chargedAt: string
  /** Whose order it was; absent for samples, and for what was ordered before this was kept. */
  readonly clientId?: string | undefined
}

/** A line of the ledger: written once, with what it charges, and never changed. */
export interface LedgerLine extends Charge {
  readonly currency: typeof currency
  /** The version of the price list that says the amount. */
  readonly priceList: string
}

/** The line for a charge; none for what costs nothing. */
export const toLedgerLine = (charge: Charge, priceList: string): LedgerLine | undefined =>
  charge.amount === 0 ? undefined : { ...charge, currency, priceList }
