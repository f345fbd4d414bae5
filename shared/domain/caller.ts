import type { Mode, Scope } from '../contract/scope.ts'

/** Who calls: a client of an organisation, in the mode and with the scopes of its credential. */
export interface Caller {
  readonly clientId: string
  readonly organisationId: number
  readonly mode: Mode
  readonly scopes: readonly Scope[]
}
