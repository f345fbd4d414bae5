import * as z from 'zod/mini'

export const TeamId = z.string().check(z.regex(/^[a-z0-9-]{1,40}$/))

/** Visits that an agent makes in a day. */
export const DailyCapacity = z.int().check(z.minimum(1), z.maximum(100))
