import type { Tenant } from '../table/tenant.ts'
import type { LateFailure } from './contract/answer.ts'
import type { IdentityProduct, LicenseClaim, RegistryName } from './contract/product.ts'
import type { Verdict } from './matching/matching.ts'

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
  /** Why a late look-up ended without a verdict. With neither it is in progress. */
  readonly failure?: LateFailure
}

/** Which registry answers for a product. */
export const registryOf = {
  nin: 'nin',
  'nin-premium': 'nin',
  'driver-license': 'driver-license',
  'alien-card': 'alien-card',
  passport: 'passport',
} as const satisfies Record<IdentityProduct, RegistryName>

/** What the caller claims of the person, as every product's body comes down to it. */
export interface Claimed {
  readonly firstname: string
  readonly lastname: string
  readonly middlename?: string | undefined
  readonly dob?: string | undefined
  readonly phone?: string | undefined
  readonly email?: string | undefined
  readonly gender?: string | undefined
}

/** A licence's claim, whichever way its first name is spelt; the schema saw to it that one of them is there. */
export const claimedOf = ({ fistname, firstname, ...rest }: LicenseClaim): Claimed => ({
  ...rest,
  firstname: firstname || fistname || '',
})
