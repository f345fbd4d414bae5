import type { Tenant } from '../table/tenant.ts'
import { isOperationsScope, type Scope } from './contract.ts'

/** The operator's own id: people who sign in belong to it, and no customer has it. */
export const operatorOrganisationId = 0

/** Whether an organisation's client may have a scope: work on all customers' cases is the operator's alone. */
export const mayHold = (organisationId: number, scope: string): boolean =>
  organisationId === operatorOrganisationId || !isOperationsScope(scope)

export const heldScopes = ({ organisationId, scopes }: Pick<Caller, 'organisationId' | 'scopes'>) =>
  scopes.filter(scope => mayHold(organisationId, scope))

/** An authenticated client, in the mode of its credential, or a person of the operator. */
export interface Caller extends Tenant {
  readonly clientId: string
  readonly scopes: readonly Scope[]
  /** In NGN and calendar month (UTC). */
  readonly spendCap?: number
}
