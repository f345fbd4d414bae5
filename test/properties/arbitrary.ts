import * as fc from 'fast-check'
import { deref } from '../support/document.ts'

/* Values that a schema of the document takes, and some that it does not. */

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly maximum?: number
}

/** Values for fields of these names, where hardly any that the schema takes leads further than to a refusal. */
export type Likely = Readonly<Record<string, readonly unknown[]>>

const textOf = ({ pattern, minLength = 0, maxLength = 300 }: Schema): fc.Arbitrary<string> =>
  pattern === undefined
    ? fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 40) })
    : fc
        .stringMatching(new RegExp(pattern), { size: 'xsmall' })
        .filter(({ length }) => length >= minLength && length <= maxLength)

const ofType = (type: string, schema: Schema, likely: Likely): fc.Arbitrary<unknown> => {
  const { minimum: min, maximum: max, items, minItems, maxItems } = schema
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.maxSafeInteger().map(any => Math.min(Math.max(any, min ?? any), max ?? any))
    case 'number':
      return fc.double({ noNaN: true, min: min ?? -1e6, max: max ?? 1e6 })
    case 'array':
      return fc.array(valid(items!, likely), {
        minLength: minItems ?? 0,
        maxLength: Math.min(maxItems ?? 5, 12),
      })
    case 'object':
      return objectOf(schema, likely)
    default:
      return textOf(schema)
  }
}

const objectOf = ({ properties = {}, required = [] }: Schema, likely: Likely): fc.Arbitrary<object> => {
  const fields = Object.entries(properties).map(([name, field]): [string, fc.Arbitrary<unknown>] => {
    const values = likely[name]
    const any = valid(field, likely)
    return [name, values ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, any) : any]
  })
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...required] })
}

/** Whatever the schema takes. */
export const valid = (schema: Schema, likely: Likely = {}): fc.Arbitrary<unknown> => {
  const { anyOf, enum: words, type = 'object', ...rest } = deref(schema)
  if (anyOf) return fc.oneof(...anyOf.map(each => valid(each, likely)))
  if (words) return fc.constantFrom(...words)
  return fc.oneof(...[type].flat().map(each => ofType(each, rest, likely)))
}

/** What stands in the place of something else: of other types, too long, of no alphabet, at the edge of numbers. */
const strange = fc.oneof(
  fc.constantFrom(null, '', ' ', 0, -1, 1.5, 1e300, true, [], {}, 'x'.repeat(2001), '\u0000', 'a\nb', '🎃'),
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
)

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same with one field replaced or left out, at whatever depth. */
const spoilt = (value: unknown, { index, other, isGone }: Spoiling): unknown => {
  if (!isFields(value) || Object.keys(value).length === 0) return other
  const names = Object.keys(value)
  const name = names[index % names.length]!
  const { [name]: field, ...rest } = value
  if (isFields(field) && index % 3 > 0)
    return { ...rest, [name]: spoilt(field, { index: index + 7, other, isGone }) }
  return isGone ? rest : { ...rest, [name]: other }
}

interface Spoiling {
  readonly index: number
  readonly other: unknown
  readonly isGone: boolean
}

/** A value that the schema takes with something in it that it may not. */
export const nearlyValid = (schema: Schema, likely: Likely = {}): fc.Arbitrary<unknown> =>
  fc
    .tuple(valid(schema, likely), fc.record({ index: fc.nat(1000), other: strange, isGone: fc.boolean() }))
    .map(([value, spoiling]) => spoilt(value, spoiling))
