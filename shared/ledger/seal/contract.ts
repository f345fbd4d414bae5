import * as z from 'zod/mini'
import { TenantMode } from '../../account/contract.ts'
import { id } from '../../http/contract/text.ts'
import { Month } from '../contract.ts'
import { type ChargingRule, chargingRules } from '../rule-contract.ts'
import { sha256 } from '../../log/contract.ts'

/** Distinguishes a seal from every other token (RFC 8725 §3.11). */
export const sealType = 'ledger-seal+jwt'

const LineSumClaim = z.object({
  product: z.string(),
  rule: z.enum(Object.keys(chargingRules) as ChargingRule[]),
  count: z.int().check(z.minimum(1)),
  amount: z.int(),
})

/** The order of its fields is fixed, so that the same lines have the same bytes. */
export const Seal = z.object({
  iss: z.string(),
  organisationId: id,
  mode: TenantMode,
  month: Month,
  lines: z.int().check(z.minimum(0)),
  sums: z.array(LineSumClaim),
  /** Of the lines as text. */
  sha256,
  /** SHA-256 of the JWS of the month before; null in the first. */
  previous: z.nullable(sha256),
})
export type Seal = z.infer<typeof Seal>
