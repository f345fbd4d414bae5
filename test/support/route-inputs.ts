import type { Route } from '../../shared/http/contract/route.ts'
import { openApiDocument } from '../../shared/openapi.ts'

/* What the conformance suite needs of a route beyond the list itself, derived from its schemas. */

interface Schema {
  readonly type?: string
  readonly properties?: Record<string, Schema>
  readonly required?: readonly string[]
  readonly enum?: readonly string[]
  readonly anyOf?: readonly Schema[]
}

type Document = Record<
  string,
  Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>
>

/** The JSON schema of a route's body, as integrators see it. */
export const bodySchemaOf = (route: Route): Schema | undefined => {
  const paths = openApiDocument().paths as Document
  return paths[route.path]?.[route.method.toLowerCase()]?.requestBody?.content['application/json']?.schema
}

/** A path with parameters that could exist but do not. */
export const somePath = (route: Route): string =>
  route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    route.path.startsWith('/v1/events')
      ? 'evt_1_completed'
      : name === 'token'
        ? 'a'.repeat(40)
        : '63184876213',
  )

/** Every field of an object schema, nested ones too, as JSON pointers with their schemas. */
export const fieldsOf = (schema: Schema, path = ''): [string, Schema][] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, field]): [string, Schema][] => [
    [`${path}/${name}`, field],
    ...fieldsOf(field, `${path}/${name}`),
  ])

/** A value that no field of this schema takes. */
export const wrongFor = (schema: Schema): unknown =>
  schema.type === 'object' ? 'not an object' : schema.type === 'array' ? 'not an array' : { not: 'this' }

/** An object with one value at a JSON pointer and nothing else. */
export const objectWith = (pointer: string, value: unknown): object =>
  pointer
    .slice(1)
    .split('/')
    .reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object

const typeErrorOf = (schema: Schema) => {
  if (schema.anyOf) return { code: 'not_allowed', detail: 'The value is not one that is accepted here.' }
  if (schema.enum) return { code: 'not_allowed', detail: `Expected one of: ${schema.enum.join(', ')}.` }
  const type = schema.type === 'integer' ? 'number' : schema.type
  return { code: 'wrong_type', detail: `Expected ${type}.` }
}

/** What is said of `wrongFor` in a field. */
export const wrongTypeError = (pointer: string, schema: Schema) => ({ pointer, ...typeErrorOf(schema) })

const entriesRequiredBy = ({ required = [], properties = {} }: Schema): [string, Schema][] =>
  required.map(name => [name, properties[name]!])

/** Required fields, nested ones where their parent is required too, as JSON pointers. */
export const requiredFieldsOf = (schema: Schema, path = ''): string[] =>
  entriesRequiredBy(schema).flatMap(([name, field]) =>
    field.type === 'object' ? requiredFieldsOf(field, `${path}/${name}`) : [`${path}/${name}`],
  )

/** A body that lacks all of them: its required objects are there, and empty. */
export const emptyBody = (schema: Schema): object =>
  Object.fromEntries(
    entriesRequiredBy(schema).flatMap(([name, field]) =>
      field.type === 'object' ? [[name, emptyBody(field)]] : [],
    ),
  )

const examples: Readonly<Record<string, unknown>> = {
  since: new Date(Date.now() - 3_600_000).toISOString(),
  enabled: true,
}

/** A body that this route takes: its required fields, or one of the optional ones. */
export const exampleBody = (route: Route): object => {
  const schema = bodySchemaOf(route)
  const names = schema?.required ?? Object.keys(schema?.properties ?? {})
  return Object.fromEntries(names.filter(name => name in examples).map(name => [name, examples[name]]))
}
