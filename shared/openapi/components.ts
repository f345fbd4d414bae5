import * as z from 'zod/mini'
import { type Json, notGivenMark, toPublishedSchema } from './json-schema.ts'
import { answerSchemas, betterNames, requestSchemas } from './schemas.ts'

type SchemaDirection = 'input' | 'output'
type NamedSchemas = Record<string, Json>

const schemaPrefix = '#/components/schemas/'

type SchemaOverride = NonNullable<z.core.ToJSONSchemaParams['override']>

/** `optional` puts a transform before a schema. */
const mark: SchemaOverride = ({ zodSchema, jsonSchema }) => {
  const { def } = zodSchema._zod
  if (def.type === 'pipe' && def.in._zod.def.type === 'transform') jsonSchema[notGivenMark] = true
}

/** The format is enough for times that the service itself writes. */
const trust: SchemaOverride = ({ zodSchema, jsonSchema }) => {
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern
  // An answer always has the field: what stands for a missing one is no news to its reader.
  if (zodSchema._zod.def.type === 'default') delete jsonSchema.default
}

const jsonOf = (named: Readonly<Record<string, z.ZodMiniType>>, io: SchemaDirection): NamedSchemas => {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: id => `${schemaPrefix}${id}`,
    unrepresentable: 'any',
    override: io === 'input' ? mark : trust,
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _, $id: __, ...json }]) => [
      name,
      toPublishedSchema(json as Json),
    ]),
  )
}

export const parameterSchema = (schema: z.ZodMiniType): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: mark,
  })
  return toPublishedSchema(json as Json)
}

const inWords = (name: string): string =>
  name.replace(/(^|_)([a-z0-9])/g, (_all, _start, letter: string) => letter.toUpperCase())

/** Names every object and replaces it by a reference; equal objects share one name. */
const named = (schemas: NamedSchemas): NamedSchemas => {
  const all: NamedSchemas = {}
  const known = new Map<string, string>()
  const refer = (schema: Json, name: string): Json => {
    const inner = inside(schema, name)
    const text = JSON.stringify(inner)
    const earlier = known.get(text)
    if (earlier) return { $ref: `${schemaPrefix}${earlier}` }
    known.set(text, name)
    all[name] = inner
    return { $ref: `${schemaPrefix}${name}` }
  }
  const visit = (schema: Json, name: string): Json =>
    schema.type === 'object' && schema.properties
      ? refer(schema, betterNames[name] ?? name)
      : inside(schema, name)
  const inside = (schema: Json, name: string): Json => ({
    ...schema,
    ...(schema.properties && {
      properties: Object.fromEntries(
        Object.entries(schema.properties).map(([field, each]) => [field, visit(each, name + inWords(field))]),
      ),
    }),
    ...(schema.items && { items: visit(schema.items, `${name}Item`) }),
    ...(schema.anyOf && { anyOf: schema.anyOf.map(each => visit(each, name)) }),
  })
  for (const [name, schema] of Object.entries(schemas)) all[name] = inside(schema, name)
  return all
}

const sorted = (schemas: NamedSchemas): NamedSchemas =>
  Object.fromEntries(Object.entries(schemas).toSorted(([one], [other]) => (one < other ? -1 : 1)))

let made: NamedSchemas | undefined

export const componentSchemas = (): NamedSchemas => {
  made ??= sorted(named({ ...jsonOf(requestSchemas, 'input'), ...jsonOf(answerSchemas, 'output') }))
  return made
}

const names = new Map(
  [...Object.entries(requestSchemas), ...Object.entries(answerSchemas)].map(([name, schema]) => [
    schema,
    name,
  ]),
)

/** @throws RangeError if the schema has no name in `schemas.ts` */
export const refTo = (schema: z.ZodMiniType): Json => {
  const name = names.get(schema)
  if (name === undefined) throw new RangeError('A route has a schema without a name in the OpenAPI document')
  return { $ref: `${schemaPrefix}${name}` }
}
