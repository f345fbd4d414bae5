import * as z from 'zod/mini'
import type { FieldError } from './problem.ts'

export const providedValue = (value: unknown): unknown => (value === '' || value === null ? undefined : value)

/** An optional field of a body: `""` and `null` mean "not given", as existing integrations send them. */
export const optional = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.optional(z.pipe(z.transform(providedValue), z.optional(schema)))

/** An optional field for which only null means "not given": a text that may be empty, or a list. */
export const orNull = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.optional(
    z.pipe(
      z.nullable(schema),
      z.transform((value: z.infer<Schema> | null): z.infer<Schema> | undefined => value ?? undefined),
    ),
  )

export const nullable = <Schema extends z.ZodMiniType>(schema: Schema) => z._default(z.nullable(schema), null)

export const textOrEmpty = z._default(z.string(), '')

/** No control characters in any string of a caller: a NUL or line break forges log lines and labels. */
export const printable = /^[^\p{Cc}\p{Cs}]*$/u
const noControl = 'Expected text without control characters.'

const printableText = (maxLength: number, whenAbsent?: string) =>
  z.string(whenAbsent).check(z.maxLength(maxLength), z.trim(), z.regex(printable, noControl))

/** Required text: at most `maxLength` UTF-16 units as it was sent, then trimmed, not empty. */
export const text = (maxLength: number, whenAbsent?: string) =>
  printableText(maxLength, whenAbsent).check(z.minLength(1))

export const anyText = printableText

export const optionalText = (maxLength: number) => optional(anyText(maxLength))

export const phoneForm = /^(?:[+ ().-]*\d){7,15}[+ ().-]*$/

/** A telephone number as people write it: digits with `+`, spaces, dots, dashes and brackets, 7 to 20 characters (E.164 allows 15 digits). */
export const phone = z
  .string()
  .check(z.maxLength(20), z.trim(), z.regex(phoneForm, 'Expected a telephone number, as in +2348031234567.'))

export const email = z.email().check(z.maxLength(254))

export const dateString = z.iso.date()

/** ISO 8601, UTC, millisecond precision. */
export const timestamp = z.iso.datetime({ precision: 3 })

/** Ids of all resources: integers below 2^53, so that every JSON reader keeps them exact. */
export const id = z.int().check(z.minimum(1))

/** A whole number as it stands in a path or query; the document says of it what it is. */
export const digits = (form: RegExp, message: string, range: { minimum: number; maximum: number }) =>
  z
    .pipe(
      z.string().check(z.regex(form, message)),
      z.transform((text: string) => Number(text)),
    )
    .register(z.globalRegistry, { type: 'integer', pattern: undefined, ...range })

export const idInPath = digits(/^[1-9]\d{0,15}$/, 'Expected an id: a whole number.', {
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
})

export const idInQuery = z
  .pipe(idInPath, z.int())
  .register(z.globalRegistry, { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** Input as it was sent: it may be ill-formed in every way. */
export interface RawInput {
  readonly params: Readonly<Record<string, string | undefined>>
  readonly body: unknown
  readonly nowMs: number
}

/** Checks what a schema cannot; it runs beside the schema, so that one response names every bad field. */
export type InputRule = (input: RawInput) => readonly FieldError[]

export const bodyFields = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
