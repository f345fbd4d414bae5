import * as z from 'zod/mini'
import { Status } from './status.ts'
import { id, text, timestamp } from './text.ts'

/** Query parameters that every list understands. `limit` is 1 to 100, 20 unless given. */
const page = {
  limit: z.optional(
    z.pipe(
      z.string().check(z.regex(/^([1-9]\d?|100)$/, 'Expected a whole number from 1 to 100.')),
      z.transform((digits: string) => Number(digits)),
    ),
  ),
  cursor: z.optional(z.string().check(z.regex(/^[\w-]{1,1000}$/))),
}

export const Page = z.object(page)
export type Page = z.infer<typeof Page>

/** An instant as a caller writes it: ISO 8601 with a zone, or a whole day in UTC. */
export const instant = z.union([z.iso.datetime({ offset: true }), z.iso.date()])

export const VerificationFilter = z.object({
  ...page,
  status: z.optional(Status.shape.status),
  customerReference: z.optional(text(100)),
  /** Requested at or after. */
  from: z.optional(instant),
  /** Requested before. */
  to: z.optional(instant),
})
export type VerificationFilter = z.infer<typeof VerificationFilter>

/** One line of a list. It names no applicant: the record is one read away. */
export const VerificationLine = z.object({
  id,
  customerReference: z.string(),
  product: z.enum(['address', 'business-address', 'employment']),
  requestedAt: timestamp,
  updatedAt: timestamp,
  price: z.number(),
  status: Status,
})
export type VerificationLine = z.infer<typeof VerificationLine>

/** A page of a list, newest first. `nextCursor` is null on the last page. */
export const listOf = <Line extends z.core.$ZodType>(line: Line) =>
  z.object({ data: z.array(line), nextCursor: z.nullable(z.string()) })

export const VerificationList = listOf(VerificationLine)
