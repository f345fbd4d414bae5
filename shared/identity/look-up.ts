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
  /** 0 without a verdict. */
  readonly price: number
  readonly completedAt?: string
  readonly verdict?: Verdict
  /** The rules of the verdict; absent where they were not kept yet. */
  readonly matchingVersion?: number
  /** Why a late look-up ended without a verdict. With neither it is in progress. */
  readonly failure?: LateFailure
}
