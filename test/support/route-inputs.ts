import type { Route } from '../../shared/http/contract/route.ts'
import { yesOrNo } from '../../shared/verification/contract/employment.ts'
import { deref, operationOf } from './document.ts'

/* What the conformance suite needs of a route beyond the list itself, derived from its schemas. */

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: Record<string, Schema>
  readonly required?: readonly string[]
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly format?: string
  readonly anyOf?: readonly Schema[]
}

/** The JSON schema of a route's body, as integrators see it. */
export const bodySchemaOf = (route: Route): Schema | undefined => {
  const schema = operationOf(route).requestBody?.content['application/json']?.schema as Schema | undefined
  return schema && deref(schema)
}

/** What a field holds, whether or not it may be left empty. */
const heldBy = (schema: Schema): Schema => deref(schema.anyOf?.[0] ?? schema)
const typeOf = (schema: Schema): string | undefined => [heldBy(schema).type].flat()[0]

/** The words that a field takes; an empty one is not given. */
const wordsOf = (schema: Schema): readonly unknown[] =>
  (schema.anyOf ?? [schema]).flatMap(each => [
    ...(each.type === 'boolean' ? [true, false] : []),
    ...(each.enum ?? []).filter(word => word !== '' && word !== null),
  ])

const takesWords = (schema: Schema): boolean => (schema.anyOf ?? [schema]).some(each => each.enum)

/** A path with parameters that could exist but do not. */
export const somePath = (route: Route): string =>
  route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    route.path.startsWith('/v1/events')
      ? 'evt_1_completed'
      : route.path.startsWith('/v1/operations')
        ? '1-63184876213'
        : name === 'token'
          ? 'a'.repeat(40)
          : '63184876213',
  )

/** Every field of an object schema, nested ones too, as JSON pointers with their schemas. */
export const fieldsOf = (schema: Schema, path = ''): [string, Schema][] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, field]): [string, Schema][] => [
    [`${path}/${name}`, field],
    ...fieldsOf(deref(field), `${path}/${name}`),
  ])

/** A value that no field of this schema takes. */
export const wrongFor = (schema: Schema): unknown =>
  ['object', 'array'].includes(typeOf(schema)!) ? `not an ${typeOf(schema)}` : { not: 'this' }

/** The same object with a value at a JSON pointer. */
export const withValue = (whole: object, pointer: string, value: unknown): object => {
  const [name = '', ...inner] = pointer.slice(1).split('/')
  const { [name]: before = {} } = whole as Record<string, object>
  return { ...whole, [name]: inner.length > 0 ? withValue(before, `/${inner.join('/')}`, value) : value }
}

/** An instant may also be a day. */
const isInstant = ({ format, pattern = '' }: Schema): boolean => format === undefined && pattern.includes('T')

const notAllowed = (words: readonly unknown[]) => ({
  code: 'not_allowed',
  detail: `Expected one of: ${[...new Set(words.map(String))].join(', ')}.`,
})

/** A yes or a no may also be a word, which the document tells in words alone. */
const takesYesOrNo = (pointer: string): boolean =>
  /\/(currentlyEmployed|rehire|employerConsented)$/.test(pointer)

const typeErrorOf = (pointer: string, schema: Schema) => {
  if (takesYesOrNo(pointer)) return notAllowed(yesOrNo)
  if (isInstant(schema))
    return {
      code: 'not_allowed',
      detail: 'Expected an instant, as in 2026-01-31T12:00:00Z, or a day, as in 2026-01-31.',
    }
  if (takesWords(schema)) return notAllowed(wordsOf(schema))
  const type = typeOf(schema)
  return { code: 'wrong_type', detail: `Expected ${type === 'integer' ? 'number' : type}.` }
}

/** What is said of `wrongFor` in a field. */
export const wrongTypeError = (pointer: string, schema: Schema) => ({
  pointer,
  ...typeErrorOf(pointer, schema),
})

const entriesRequiredBy = ({ required = [], properties = {} }: Schema): [string, Schema][] =>
  required.map(name => [name, properties[name]!])

/** Required fields, nested ones where their parent is required too, as JSON pointers. */
export const requiredFieldsOf = (schema: Schema, path = ''): string[] =>
  entriesRequiredBy(schema).flatMap(([name, field]) =>
    typeOf(field) === 'object' ? requiredFieldsOf(deref(field), `${path}/${name}`) : [`${path}/${name}`],
  )

/** A body that lacks all of them: its required objects are there, and empty. */
export const emptyBody = (schema: Schema): object =>
  Object.fromEntries(
    entriesRequiredBy(schema).flatMap(([name, field]) =>
      typeOf(field) === 'object' ? [[name, emptyBody(deref(field))]] : [],
    ),
  )

const examples: Readonly<Record<string, unknown>> = {
  since: new Date(Date.now() - 3_600_000).toISOString(),
  enabled: true,
  reason: 'It is not so.',
}

/** A body that this route takes: its required fields, or one of the optional ones. */
export const exampleBody = (route: Route): object => {
  const schema = bodySchemaOf(route)
  const names = schema?.required ?? Object.keys(schema?.properties ?? {})
  return Object.fromEntries(names.filter(name => name in examples).map(name => [name, examples[name]]))
}
