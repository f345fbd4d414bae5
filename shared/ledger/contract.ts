import * as z from 'zod/mini'

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
  /** Null for a client without a cap. */
  spendCap: z.nullable(SpendCap),
})
