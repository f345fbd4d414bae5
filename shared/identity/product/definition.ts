import type * as z from 'zod/mini'
import type { ConclusionInput } from '../conclusion.ts'
import type { ClaimSchema } from '../contract/claim.ts'
import type { Sandbox } from '../contract/sandbox.ts'
import type { IdNumberRule } from '../id-number.ts'
import type { RegistryAdapter } from '../registry/adapter.ts'
import type { Country } from './country.ts'

/** All that there is to say of an identity product. Nothing is optional: what is forgotten does not compile. */
export interface IdentityProductDefinition {
  /** In its path, its scope `identities.<name>`, its price and its records. */
  readonly name: string
  /** Other names that integrators put into its path. */
  readonly otherNames: readonly string[]
  /** Decides the start of its path, and how a local telephone number is read. */
  readonly country: Country
  /** What its path calls the number. */
  readonly parameter: string
  readonly summary: string
  /** What is particular about it, for the OpenAPI document. */
  readonly description: string
  readonly number: IdNumberRule
  readonly claim: ClaimSchema
  /** The answer: the name of its check, its schema with every field's mask, and how it is made. */
  readonly answer: {
    readonly check: string
    readonly schema: z.ZodMiniType
    readonly toAnswer: (found: ConclusionInput) => object
  }
  readonly registry: { readonly name: string; readonly adapter: RegistryAdapter }
  readonly sandbox: Sandbox
  /** List price of a verdict, in NGN. */
  readonly priceNgn: number
  /** Who is hurt when its look-ups fail: the text of its alarms. */
  readonly errorImpact: string
}
