import type { Consent } from '../consent/contract.ts'
import type { Charge } from '../ledger/line.ts'
import type { Tenant } from '../table/tenant.ts'
import type { LateFailure } from './contract/check.ts'
import type { Verdict } from './matching/matching.ts'
import type { IdentityProduct } from './products.ts'

/** No registry data; the number only as a keyed digest and its last characters. */
export interface Lookup extends Tenant {
  readonly id: number
  readonly product: IdentityProduct
  readonly idNumberDigest: string
  readonly idNumberLast4: string
  readonly requestedAt: string
  readonly consent?: Consent
  readonly price: number
  readonly clientId: string
  readonly completedAt?: string
  readonly verdict?: Verdict
  readonly matchingVersion?: number
  /** With neither verdict nor failure it is in progress. */
  readonly failure?: LateFailure
}

export type ConcludedLookup = Lookup & Required<Pick<Lookup, 'verdict' | 'completedAt'>>

export const toLookupCharge = (lookup: ConcludedLookup): Charge => {
  const { organisationId, mode, id: verificationId, product, clientId, price, verdict, completedAt } = lookup
  const what = { organisationId, mode, verificationId, product, clientId, rule: 'answered' } as const
  return { ...what, end: verdict.matchStatus, amount: price, chargedAt: completedAt }
}
