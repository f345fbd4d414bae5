import * as z from 'zod/mini'
import { instant } from '../http/contract/page.ts'
import { YesOrNo, YesOrNoText } from '../verification/contract/employment.ts'
import { findFormat } from './formats.ts'
import { fieldsMark, type Json, toPublishedSchema } from './json-schema.ts'
import { answerSchemas, betterNames, requestSchemas } from './schemas.ts'
import { definitionIn, type FieldDescription, findDescription } from './texts.ts'

type SchemaDirection = 'input' | 'output'
type NamedSchemas = Record<string, Json>

const schemaPrefix = '#/components/schemas/'

type SchemaOverride = NonNullable<z.core.ToJSONSchemaParams['override']>

/** What a field says of its format, after what it means. */
const joined = (...parts: readonly unknown[]): string => parts.filter(Boolean).join(' ')

const describe: SchemaOverride = ({ zodSchema, jsonSchema }) => {
  if (zodSchema === instant)
    jsonSchema.description =
      'An instant in ISO 8601 with its zone, as in 2026-01-31T12:00:00Z, or a whole day in UTC.'
  const description = findDescription(zodSchema)
  if (!description) return
  Object.assign(jsonSchema, { description: description.meaning, [fieldsMark]: description.fields })
}

const replace = (json: object, by: object): void => {
  for (const name of Object.keys(json)) delete (json as Record<string, unknown>)[name]
  Object.assign(json, by)
}

/** What stands for "not given" in a request is told once, in the description of the API. */
const withoutLeniency: SchemaOverride = ({ zodSchema, jsonSchema }) => {
  if (zodSchema === YesOrNo) replace(jsonSchema, { type: 'boolean' })
  if (zodSchema === YesOrNoText) replace(jsonSchema, { type: 'string', enum: ['yes', 'no'] })
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

const inWords = (name: string): string =>
  name.replace(/(^|_)([a-z0-9])/g, (_all, _start, letter: string) => letter.toUpperCase())

/** What it means, in which form, when it is null, and an example. */
export const describeField = (
  { description, ...schema }: Json,
  { meaning, whenNull, ...field }: FieldDescription,
): Json => ({
  ...schema,
  description: joined(meaning, !schema.properties && description, whenNull),
  ...('example' in field && { examples: [field.example] }),
})

type FieldDescriptions = Readonly<Record<string, FieldDescription>>

type DescribeField = (field: Json, text: FieldDescription) => Json

/** The schema without its mark, and with each field as `visit` makes it and as the mark describes it. */
const withFields = (
  { [fieldsMark]: texts = {}, properties, ...schema }: Json,
  visit: (field: Json, name: string) => Json,
  describe: DescribeField = describeField,
): Json => {
  if (!properties) return schema
  const described = Object.entries(properties).map(([name, field]) => {
    const visited = visit(field, name)
    const text = (texts as FieldDescriptions)[name]
    return [name, text ? describe(visited, text) : visited]
  })
  return { ...schema, properties: Object.fromEntries(described) }
}

const withDescriptions = (schema: Json, describe: DescribeField): Json => {
  const visit = (inner: Json): Json => withDescriptions(inner, describe)
  const { items, anyOf, ...rest } = withFields(schema, visit, describe)
  return { ...rest, ...(items && { items: visit(items) }), ...(anyOf && { anyOf: anyOf.map(visit) }) }
}

/** A schema as it stands by itself, with all that it holds inside. */
export const parameterSchema = (schema: z.core.$ZodType, describe: DescribeField = describeField): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, options('input'))
  return withDescriptions(toPublishedSchema(json as Json), describe)
}

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
  const inside = (schema: Json, name: string): Json => {
    const { items, anyOf, ...rest } = withFields(schema, (field, each) => visit(field, name + inWords(each)))
    return {
      ...rest,
      ...(items && { items: visit(items, `${name}Item`) }),
      ...(anyOf && { anyOf: anyOf.map(each => visit(each, name)) }),
    }
  }
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
