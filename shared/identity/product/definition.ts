import type * as z from 'zod/mini'
import type { ConclusionInput } from '../conclusion.ts'
import type { ClaimSchema } from '../contract/claim.ts'
import type { Sandbox } from '../contract/sandbox.ts'
import type { IdNumberRule } from '../id-number.ts'
import type { RegistryAdapter } from '../registry/adapter.ts'
import type { Country } from './country.ts'

/** Nothing is optional: what is forgotten does not compile. */
export interface IdentityProductDefinition {
  /** In path, scope, price list and records. */
  readonly name: string
  readonly otherNames: readonly string[]
  readonly country: Country
  readonly parameter: string
  readonly summary: string
  readonly number: IdNumberRule
  readonly claim: ClaimSchema
  readonly answer: {
    readonly check: string
    readonly schema: z.ZodMiniType
    readonly toAnswer: (found: ConclusionInput) => object
  }
  readonly registry: { readonly name: string; readonly adapter: RegistryAdapter }
  readonly sandbox: Sandbox
  /** Per verdict. */
  readonly priceNgn: number
  /** The text of its alarms. */
  readonly errorImpact: string
}
