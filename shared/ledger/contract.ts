import * as z from 'zod/mini'
import { Page, pageSchema } from '../http/contract/page.ts'
import { digits, id, timestamp } from '../http/contract/text.ts'
import { type ChargingRule, chargingRules } from './rule-contract.ts'

/** In UTC: `2026-11`. */
export const Month = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Expected a month, as in 2026-01.'))
export type Month = z.infer<typeof Month>

export const ChargesFilter = z.object({ month: z.optional(Month) })

export const ProductCharges = z.object({ product: z.string(), count: z.int(), amount: z.int() })

export const SpendCap = z.object({
  amount: z.int(),
  /** Spent and reserved. */
  used: z.int(),
  spent: z.int(),
})

/** Only products that the client may read. */
export const Charges = z.object({
  month: z.string(),
  currency: z.literal('NGN'),
  data: z.array(ProductCharges),
  total: z.int(),
  /** A charge of the last seconds may be missing. */
  asOf: z.nullable(timestamp),
  /** Null for a client without a cap. */
  spendCap: z.nullable(SpendCap),
})

/** A page of 1,000 lines is below 400 KB. */
export const ChargeLineFilter = z.object({
  ...ChargesFilter.shape,
  cursor: Page.shape.cursor,
  limit: z.optional(
    digits(/^([1-9]\d{0,2}|1000)$/, 'Expected a whole number from 1 to 1000.', { minimum: 1, maximum: 1000 }),
  ),
})
export type ChargeLineFilter = z.infer<typeof ChargeLineFilter>

export const ChargeLine = z.object({
  chargedAt: timestamp,
  verificationId: id,
  customerReference: z.nullable(z.string()),
  product: z.string(),
  rule: z.enum(Object.keys(chargingRules) as ChargingRule[]),
  result: z.string(),
  amount: z.int(),
  currency: z.literal('NGN'),
  clientId: z.string(),
})

export const ChargeLines = pageSchema(ChargeLine)
