import * as z from 'zod/mini'

/** A month of the calendar in UTC: `2026-11`. */
export const Month = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/))

/** The current month unless another is asked for. */
export const ChargesFilter = z.object({ month: z.optional(Month) })

/** What the verdicts on a product came to. */
export const ProductCharges = z.object({ product: z.string(), count: z.int(), amount: z.int() })

/** What a client may spend of the month, if there is a limit. */
export const SpendCap = z.object({
  amount: z.int(),
  /** Spent, and put aside for what is under way. */
  used: z.int(),
  spent: z.int(),
})

/** What an organisation was charged in a month, of the products that the client may read. */
export const Charges = z.object({
  month: z.string(),
  currency: z.literal('NGN'),
  data: z.array(ProductCharges),
  total: z.int(),
  /** Of the client that asks; null where it has none. */
  spendCap: z.nullable(SpendCap),
})
