import type { Mode, Scope } from '../contract/scope.ts'

/** Whose something is: one organisation in one mode never sees another's, nor its own other mode's. */
export interface Owner {
  readonly organisationId: number
  readonly mode: Mode
}

/** Who calls: a client of an organisation, in the mode and with the scopes of its credential. */
export interface Caller extends Owner {
  readonly clientId: string
  readonly scopes: readonly Scope[]
}
