import * as z from 'zod/mini'
import { TenantMode } from '../../account/contract.ts'
import { id } from '../../http/contract/text.ts'
import { Month } from '../../ledger/contract.ts'
import { type ChargingRule, chargingRules } from '../../ledger/rule-contract.ts'
import { sha256 } from '../trail-log/contract.ts'

/** Distinguishes a head from every other token (RFC 8725 §3.11). */
export const monthHeadType = 'ledger-month+jwt'

const count = z.int().check(z.minimum(1))

const LineSumClaim = z.object({
  product: z.string(),
  rule: z.enum(Object.keys(chargingRules) as ChargingRule[]),
  count,
  amount: z.int(),
})

const LineChunkClaim = z.object({ from: z.string(), lines: count, sizeBytes: count, sha256 })

/** The order of its fields is fixed, so that the same lines have the same bytes. */
export const MonthHead = z.object({
  iss: z.string(),
  organisationId: id,
  mode: TenantMode,
  month: Month,
  n: count,
  sums: z.array(LineSumClaim),
  chunks: z.array(LineChunkClaim),
})
export type MonthHead = z.infer<typeof MonthHead>
