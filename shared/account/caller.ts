import type { Tenant } from '../table/tenant.ts'
import type { Scope } from './contract.ts'

/** Who calls: a client of an organisation, in the mode and with the scopes of its credential. */
export interface Caller extends Tenant {
  readonly clientId: string
  readonly scopes: readonly Scope[]
}
