import * as z from 'zod/mini'
import type { FieldError } from './problem.ts'
import {
  birthRange,
  businessNameForm,
  genderForm,
  isBirthDate,
  isDecimalPhone,
  isPersonName,
  isSomebodysPhone,
  nigerianPhones,
  type PhonePlan,
  personNameForm,
  phoneForm,
  phoneLength,
  readDate,
  readEmail,
  readGender,
  readIdNumber,
  readName,
  readPhone,
} from './reading.ts'

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

/** A field of an answer that is null so far: nobody fills it. */
export const reserved = <Schema extends z.ZodMiniType>(schema: Schema) => z._default(z.nullable(schema), null)

/** A field of an answer. Its type asks whoever makes the answer for it: what nobody fills does not compile. */
export const nullable = <Schema extends z.ZodMiniType>(
  schema: Schema,
): z.ZodMiniType<z.output<Schema> | null, z.input<Schema> | null | undefined> => reserved(schema)

export const textOrEmpty: z.ZodMiniType<string, string | undefined> = z._default(z.string(), '')

type NamedFields<Fields> = {
  readonly [Name in keyof Fields]-?: Fields extends Record<Name, Fields[Name]>
    ? Fields[Name]
    : Fields[Name] | undefined
}

/** What is stored, for an answer that names every field: one that may be absent is undefined. */
export const named = <Fields extends object>(fields: Fields): NamedFields<Fields> =>
  fields as NamedFields<Fields>

/** No control characters in any string of a caller: a NUL or line break forges log lines and labels. */
export const printable = /^[^\p{Cc}\p{Cs}]*$/u
const noControl = { error: 'Expected text without control characters.', abort: true }

const printableText = (maxLength: number, whenAbsent?: string) =>
  z.string(whenAbsent).check(z.maxLength(maxLength), z.trim(), z.regex(printable, noControl))

/** Required text: at most `maxLength` UTF-16 units as it was sent, then trimmed, not empty. */
export const text = (maxLength: number, whenAbsent?: string) =>
  printableText(maxLength, whenAbsent).check(z.minLength(1))

export const anyText = printableText

export const optionalText = (maxLength: number) => optional(anyText(maxLength))

const name = (form: RegExp, needed: string, maxLength: number, whenAbsent?: string) =>
  printableText(maxLength, whenAbsent).check(
    z.overwrite(readName),
    z.minLength(1),
    z.regex(form, `Expected a name: at least one ${needed}.`),
  )

export const personName = (maxLength: number, whenAbsent?: string) =>
  name(personNameForm, 'letter', maxLength, whenAbsent)

export const businessName = (maxLength: number) => name(businessNameForm, 'letter or digit', maxLength)

const unlessNameless = (value: unknown): unknown =>
  typeof value === 'string' && !isPersonName(value) ? undefined : providedValue(value)

/** A dash or a dot stands in forms for a name that the person does not have: it counts as not sent. */
export const optionalPersonName = (maxLength: number) =>
  z.optional(z.pipe(z.transform(unlessNameless), z.optional(personName(maxLength))))

const phoneWords = ({ input }: { readonly input?: unknown }): string =>
  typeof input === 'string' && isDecimalPhone(input)
    ? 'Expected a telephone number: this one ends like a decimal number of a spreadsheet. Send it as text, as in +2348031234567.'
    : 'Expected a telephone number, as in +2348031234567.'

/** @param plan of the country in which a number without one is; without a plan its digits are left */
const phoneIn = (plan?: PhonePlan) =>
  z.string().check(
    z.maxLength(phoneLength),
    z.overwrite(written => readPhone(written, plan) ?? written.trim()),
    z.regex(phoneForm, { error: phoneWords, abort: true }),
    z.refine(isSomebodysPhone, { error: phoneWords }),
  )

export const phone = phoneIn(nigerianPhones)

/** Of a country that the product knows. */
export const phoneAnywhere = phoneIn()

export const email = z.string().check(z.overwrite(readEmail), z.email(), z.maxLength(254))

export const dateString = z.string().check(z.overwrite(readDate), z.iso.date())

export const gender = z
  .string()
  .check(
    z.maxLength(20),
    z.overwrite(readGender),
    z.regex(genderForm, 'Expected m, f, male or female; leave it out where it is not known.'),
  )

/** An id number of any kind; what has neither letter nor digit counts as not sent. */
export const optionalIdNumber = (maxLength: number) =>
  z.optional(
    z.pipe(
      z.transform((value: unknown) =>
        typeof value === 'string' && readIdNumber(value) === '' ? undefined : providedValue(value),
      ),
      z.optional(anyText(maxLength).check(z.overwrite(readIdNumber))),
    ),
  )

/** For rules beside a schema; undefined for what the schema refuses. */
export const readDay = (value: unknown): string | undefined => z.safeParse(dateString, value).data

/** Beside the schema, which does not know what day it is. */
export const birthDateErrors = (value: unknown, pointer: string, nowMs: number): readonly FieldError[] => {
  const day = readDay(value)
  if (day === undefined || isBirthDate(day, nowMs)) return []
  return [{ pointer, code: 'out_of_range', detail: birthRange }]
}

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
