import { createHash } from 'node:crypto'
import type * as z from 'zod/mini'
import type { FieldError } from '../http/contract/problem.ts'
import { fieldErrors, parseWordless } from '../http/parse-input.ts'

export type FieldTexts = Readonly<Record<string, string | undefined>>

/** Equal for the same form, sent again. */
export const digestForm = (form: FieldTexts): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(form).toSorted(([one], [other]) => (one < other ? -1 : 1))))
    .digest('base64url')

export interface FormState {
  readonly typed: FieldTexts
  readonly wrong: FieldTexts
}

export const emptyForm: FormState = { typed: {}, wrong: {} }

/** Values of these fields, each on one line, because records have no control characters. Empty fields are left out. */
export const typedTexts = (form: FieldTexts, names: readonly string[], lineEnd = ' '): FieldTexts =>
  Object.fromEntries(
    names.flatMap(name => {
      const value = form[name]
      const lines = value?.split(/[\r\n\t]/).map(line => line.trim())
      return value ? [[name, lines!.filter(line => line !== '').join(lineEnd)]] : []
    }),
  )

export type FormResult<Value> =
  | { readonly kind: 'filled'; readonly value: Value }
  | ({ readonly kind: 'wrong' } & FormState)

interface FormReader<Schema> {
  readonly schema: Schema
  readonly typed: FieldTexts
  /** What the schema reads, if not `typed`. */
  readonly raw?: object
  /** Errors that the schema cannot find. */
  readonly more?: readonly FieldError[]
  message(field: string, error: FieldError): string
}

/** Returns what the form says, or the first error of each field beside what was typed. */
export const parseForm = <Schema extends z.ZodMiniType>(
  reader: FormReader<Schema>,
): FormResult<z.infer<Schema>> => {
  const { schema, typed, raw = typed, more = [], message } = reader
  const { data, error } = parseWordless(schema, raw)
  const errors = [...(error ? fieldErrors(error.issues, raw, '') : []), ...more]
  if (errors.length === 0) return { kind: 'filled', value: data as z.infer<Schema> }
  const texts = errors.map(each => {
    const field = each.pointer.slice(1).replace('/', '.')
    return [field, message(field, each)] as const
  })
  return { kind: 'wrong', typed, wrong: Object.fromEntries(texts.reverse()) }
}
