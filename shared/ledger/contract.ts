import * as z from 'zod/mini'
import { Page, pageSchema } from '../http/contract/page.ts'
import { digits, id, timestamp } from '../http/contract/text.ts'
import { type ChargingRule, chargingRules } from './rule-contract.ts'

/** In UTC: `2026-11`. */
export const Month = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Expected a month, as in 2026-01.'))
export type Month = z.infer<typeof Month>

export const ChargesFilter = z.object({
  /** The month in UTC, as YYYY-MM. The present one unless given. @example "2026-11" */
  month: z.optional(Month),
})

/** What one product cost in the month. */
export const ProductCharges = z.object({
  /** The product. @example "address" */
  product: z.string(),
  /** The number of charged verdicts. @example 3 */
  count: z.int(),
  /** What they cost together, in the currency of the response. @example 7500 */
  amount: z.int(),
})

/** How much this client may spend in a month, and what is left. */
export const SpendCap = z.object({
  /** The cap, in the currency of the response. @example 100000 */
  amount: z.int(),
  /** What was spent, and what is reserved for verifications in progress. @example 12500 */
  used: z.int(),
  /** What was charged. @example 10000 */
  spent: z.int(),
})

/** The charges of a month. */
export const Charges = z.object({
  /** The month in UTC, as YYYY-MM. @example "2026-11" */
  month: z.string(),
  /** The currency of all amounts (ISO 4217): naira. @example "NGN" */
  currency: z.literal('NGN'),
  /** The charges by product. Only products that your client may read. */
  data: z.array(ProductCharges),
  /** The sum of all amounts. @example 7500 */
  total: z.int(),
  /**
   * When a charge was added to these sums last. A new charge is added within seconds. Null for a month
   * without charges.
   * @example "2026-11-20T09:31:02.000Z"
   */
  asOf: z.nullable(timestamp),
  /** The spend cap of this client. Null for a client without a cap. */
  spendCap: z.nullable(SpendCap),
})

/** A page of 1,000 lines is below 400 KB. */
export const ChargeLineFilter = z.object({
  ...ChargesFilter.shape,
  /**
   * The `nextCursor` of the page before, with the same other parameters; the first page needs none. A cursor
   * of another list or filter is refused.
   * @example "eyJpZCI6ODkwMTIzNDU2Nzg5MDEyfQ"
   */
  cursor: Page.shape.cursor,
  /** How many charges are read for a page; 20 unless given, at most 1000. @example 1000 */
  limit: z.optional(
    digits(/^([1-9]\d{0,2}|1000)$/, 'Expected a whole number from 1 to 1000.', { minimum: 1, maximum: 1000 }),
  ),
})
export type ChargeLineFilter = z.infer<typeof ChargeLineFilter>

/** One charge. */
export const ChargeLine = z.object({
  /** When it was charged. @example "2026-11-20T09:31:00.000Z" */
  chargedAt: timestamp,
  /** The id of the verification or look-up. @example 890123456789012 */
  verificationId: id,
  /**
   * The reference that you gave with the order. Null for a look-up, which has none, and once the record was
   * erased or is older than a year.
   * @example "order-1042"
   */
  customerReference: z.nullable(z.string()),
  /** The product; `message` for a link that was sent. @example "address" */
  product: z.string(),
  /** Why it was charged; the guide to charges says what each word means. @example "decided" */
  rule: z.enum(Object.keys(chargingRules) as ChargingRule[]),
  /** How it ended: an outcome, a match status, or the way a message was sent. @example "approved" */
  result: z.string(),
  /** What it cost, in the currency of the line. @example 2500 */
  amount: z.int(),
  /** The currency of the amount (ISO 4217): naira. @example "NGN" */
  currency: z.literal('NGN'),
  /** The client that asked for it. @example "test-7f3c" */
  clientId: z.string(),
})

/** A page of charges. @property data The charges of this page, oldest first. */
export const ChargeLines = pageSchema(ChargeLine)
