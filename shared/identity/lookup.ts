import type { Consent } from '../consent/contract.ts'
import type { Charge } from '../ledger/line.ts'
import type { Tenant } from '../table/tenant.ts'
import type { LateFailure } from './contract/check.ts'
import type { Verdict } from './matching/matching.ts'
import type { IdentityProduct } from './products.ts'

/** What is kept of a look-up: nothing that the registry said of the person, and the number only as a keyed digest and its end. */
export interface Lookup extends Tenant {
  readonly id: number
  readonly product: IdentityProduct
  readonly idNumberDigest: string
  readonly idNumberLast4: string
  readonly requestedAt: string
  readonly consent?: Consent
  /** 0 without a verdict. */
  readonly price: number
  /** The client that asked; absent for samples, and for what was asked before this was kept. */
  readonly clientId?: string
  readonly completedAt?: string
  readonly verdict?: Verdict
  /** The rules of the verdict; absent where they were not kept yet. */
  readonly matchingVersion?: number
  /** Why a late look-up ended without a verdict. With neither it is in progress. */
  readonly failure?: LateFailure
}

/** A look-up with its verdict. */
export type ConcludedLookup = Lookup & Required<Pick<Lookup, 'verdict' | 'completedAt'>>

/** What a look-up that was answered at once charges. */
export const toLookupCharge = (lookup: ConcludedLookup): Charge => {
  const { organisationId, mode, id: verificationId, product, clientId, price, verdict, completedAt } = lookup
  const what = { organisationId, mode, verificationId, product, clientId, rule: 'answered' } as const
  return { ...what, end: verdict.matchStatus, amount: price, chargedAt: completedAt }
}
