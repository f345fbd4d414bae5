import * as z from 'zod/mini'

/** The alphabet of every string that a caller sends: anything but control characters (a NUL or line break forges log lines and labels). */
const printable = /^[^\p{Cc}\p{Cs}]*$/u
const noControl = 'Expected text without control characters.'

/** Required text: trimmed, 1 to `maxLength` UTF-16 units, no control characters. */
export const text = (maxLength: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(maxLength), z.regex(printable, noControl))

/** Optional text: like `text`, and an empty string counts as not given. */
export const optionalText = (maxLength: number) =>
  z.optional(z.string().check(z.trim(), z.maxLength(maxLength), z.regex(printable, noControl)))

/** A telephone number as people write it: digits with `+`, spaces, dots, dashes and brackets, 7 to 20 characters (E.164 allows 15 digits). */
export const phone = z
  .string()
  .check(
    z.trim(),
    z.regex(
      /^(?=(?:\D*\d){7,15}\D*$)[+\d ().-]{7,20}$/,
      'Expected a telephone number, as in +2348031234567.',
    ),
  )

/** A calendar date YYYY-MM-DD that exists (no 30 February). */
export const dateString = z.iso.date()

/** ISO 8601, UTC, millisecond precision. */
export const timestamp = z.iso.datetime({ precision: 3 })

/** Ids of all resources: integers below 2^53, so that every JSON reader keeps them exact. */
export const id = z.int().check(z.minimum(1))

/** An id as it stands in a path. Longer digit strings cannot be an id, so they are refused by pattern. */
export const idInPath = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,15}$/, 'Expected an id: a whole number.')),
  z.transform((digits: string) => Number(digits)),
)
