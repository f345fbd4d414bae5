import * as z from 'zod/mini'
import { instant } from '../http/contract/page.ts'
import { findFormat } from './formats.ts'
import { fieldMark, type Json, toPublishedSchema } from './json-schema.ts'
import { answerSchemas, betterNames, requestSchemas } from './schemas.ts'
import { definitionIn, type FieldDescription, findDescription } from './texts.ts'

type SchemaDirection = 'input' | 'output'
type NamedSchemas = Record<string, Json>

const schemaPrefix = '#/components/schemas/'

type SchemaOverride = NonNullable<z.core.ToJSONSchemaParams['override']>

/** What a field says of its format, after what it means. */
const joined = (...parts: readonly unknown[]): string => parts.filter(Boolean).join(' ')

const withFieldMarks = (
  properties: Readonly<Record<string, Json>>,
  fields: Readonly<Record<string, FieldDescription>>,
): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, json]) => {
      const field = fields[name]
      return [name, field ? { ...json, [fieldMark]: field } : json]
    }),
  )

const describe: SchemaOverride = ({ zodSchema, jsonSchema }) => {
  if (zodSchema === instant)
    jsonSchema.description =
      'An instant in ISO 8601 with its zone, as in 2026-01-31T12:00:00Z, or a whole day in UTC.'
  const description = findDescription(zodSchema)
  if (!description) return
  jsonSchema.description = description.meaning
  Object.assign(jsonSchema, {
    properties: withFieldMarks(jsonSchema.properties as Record<string, Json>, description.fields),
  })
}

const replace = (json: object, by: object): void => {
  for (const name of Object.keys(json)) delete (json as Record<string, unknown>)[name]
  Object.assign(json, by)
}

const isYesOrNo = ({ _zod: { def } }: z.core.$ZodType): boolean =>
  def.type === 'literal' &&
  (def as z.core.$ZodLiteralDef<boolean>).values.includes(true) &&
  (def as z.core.$ZodLiteralDef<boolean>).values.includes(false)

/** What stands for "not given" in a request is told once, in the description of the API. */
const withoutLeniency: SchemaOverride = ({ zodSchema, jsonSchema }) => {
  if (isYesOrNo(zodSchema)) replace(jsonSchema, { type: 'boolean' })
  const { type, in: from, out: to } = definitionIn(zodSchema)
  if (type !== 'pipe' || definitionIn(from!).type !== 'nullable' || definitionIn(to!).type !== 'transform')
    return
  const { anyOf } = jsonSchema
  if (anyOf) replace(jsonSchema, anyOf[0] as object)
}

const format: SchemaOverride = ({ zodSchema, jsonSchema }) => {
  if (jsonSchema.type !== 'string') return
  const found = findFormat(zodSchema, jsonSchema)
  if (!found) return
  const { words, ...published } = found
  if (published.format) {
    delete jsonSchema.pattern
    delete jsonSchema.allOf
  }
  Object.assign(jsonSchema, published, { description: words })
}

/** The format is enough for times that the service itself writes. */
const trust: SchemaOverride = ({ zodSchema, jsonSchema }) => {
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern
  // An answer always has the field: what stands for a missing one is no news to its reader.
  if (zodSchema._zod.def.type === 'default') delete jsonSchema.default
}

const overrides: Readonly<Record<SchemaDirection, readonly SchemaOverride[]>> = {
  input: [withoutLeniency, format, describe],
  output: [trust, format, describe],
}

const options = (io: SchemaDirection) =>
  ({
    io,
    unrepresentable: 'any',
    override: context => {
      for (const override of overrides[io]) override(context)
    },
  }) as const satisfies z.core.ToJSONSchemaParams

const jsonOf = (named: Readonly<Record<string, z.ZodMiniType>>, io: SchemaDirection): NamedSchemas => {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, { ...options(io), uri: id => `${schemaPrefix}${id}` })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _, $id: __, ...json }]) => [
      name,
      toPublishedSchema(json as Json),
    ]),
  )
}

export const parameterSchema = (schema: z.core.$ZodType): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, options('input'))
  return toPublishedSchema(json as Json)
}

const inWords = (name: string): string =>
  name.replace(/(^|_)([a-z0-9])/g, (_all, _start, letter: string) => letter.toUpperCase())

/** What it means, in which form, when it is null, and an example. */
export const describeField = (
  { description, ...schema }: Json,
  { meaning, whenNull, ...field }: FieldDescription,
): Json => ({
  ...schema,
  description: joined(meaning, description, whenNull),
  ...('example' in field && { examples: [field.example] }),
})

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
  const visit = (schema: Json, name: string): Json => {
    if (schema.type === 'object' && schema.properties) return refer(schema, betterNames[name] ?? name)
    return schema.enum && name in betterNames ? refer(schema, betterNames[name]!) : inside(schema, name)
  }
  const visitField = ({ [fieldMark]: field, ...schema }: Json, name: string): Json =>
    field ? describeField(visit(schema, name), field as FieldDescription) : visit(schema, name)
  const inside = (schema: Json, name: string): Json => ({
    ...schema,
    ...(schema.properties && {
      properties: Object.fromEntries(
        Object.entries(schema.properties).map(([field, each]) => [
          field,
          visitField(each, name + inWords(field)),
        ]),
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
