import * as z from 'zod/mini'
import { digits } from './text.ts'

export const noCursor = 'Expected the nextCursor of an earlier page of this list, with the same filter.'

export const cursorText = z.string().check(z.regex(/^[\w-]{1,1000}$/, noCursor))

/** Query parameters that every list understands. `limit` is 1 to 100, 20 unless given. */
const page = {
  /** How many items a page has; 20 unless given. @example 20 */
  limit: z.optional(
    digits(/^([1-9]\d?|100)$/, 'Expected a whole number from 1 to 100.', { minimum: 1, maximum: 100 }),
  ),
  /**
   * The `nextCursor` of the page before, with the same other parameters; the first page needs none. A cursor
   * of another list or filter is refused.
   * @example "eyJpZCI6ODkwMTIzNDU2Nzg5MDEyfQ"
   */
  cursor: z.optional(cursorText),
}

export const Page = z.object(page)
export type Page = z.infer<typeof Page>

/** An instant as a caller writes it: ISO 8601 with a zone, or a whole day in UTC. */
export const instant = z.union([z.iso.datetime({ offset: true }), z.iso.date()], {
  error: ({ input }) =>
    input === undefined
      ? undefined
      : 'Expected an instant, as in 2026-01-31T12:00:00Z, or a day, as in 2026-01-31.',
})

export const listSchema = <Line extends z.core.$ZodType>(line: Line) => z.object({ data: z.array(line) })

export const pageSchema = <Line extends z.core.$ZodType>(line: Line) =>
  z.object({
    ...listSchema(line).shape,
    /**
     * What to send as `cursor` for the next page, with the same filter. Null on the last page.
     * @example "eyJpZCI6ODkwMTIzNDU2Nzg5MDEyfQ"
     */
    nextCursor: z.nullable(z.string()),
  })
