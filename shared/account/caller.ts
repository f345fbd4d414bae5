import type { Tenant } from '../table/tenant.ts'
import type { Scope } from './contract.ts'

/** The operator itself, of whom the people are who signed in. No customer has this id. */
export const operatorOrganisationId = 0

/** Who calls: a client of an organisation, in the mode and with the scopes of its credential, or a person of the operator. */
export interface Caller extends Tenant {
  readonly clientId: string
  readonly scopes: readonly Scope[]
  /** What it may spend in a calendar month in UTC, in NGN, if there is a limit. */
  readonly spendCap?: number
}
