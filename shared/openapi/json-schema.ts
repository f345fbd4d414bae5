/* Turns the JSON Schema that zod writes into what generators of clients understand. */

export interface Json {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Json>>
  readonly required?: readonly string[]
  readonly items?: Json
  readonly anyOf?: readonly Json[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly $ref?: string
  readonly [other: string]: unknown
}

/** What is said of an object's fields, until `components.ts` has written it to them: zod shares the JSON of a field's schema. */
export const fieldsMark = 'x-fields'

const withoutAnchors = (pattern: string): string => `(?:${pattern.replace(/^\^/, '').replace(/\$$/, '')})`

/** Replaces classes that only ECMAScript reads, or that match all Unicode digits in Python. */
const toPortablePattern = (pattern: string): string =>
  pattern
    .replaceAll(String.raw`\d`, '[0-9]')
    .replace(/\[\\w/g, '[A-Za-z0-9_')
    .replaceAll(String.raw`\w`, '[A-Za-z0-9_]')

/** Neither Python's `re` nor RE2 reads these; the description says the same in words. */
const isPortable = (pattern: string): boolean => !/\\[pPu]|\(\?[=!<]/.test(pattern)

const isNull = ({ type }: Json): boolean => type === 'null'
const typesOf = (schema: Json): readonly string[] =>
  schema.type === undefined
    ? distinct((valuesOf(schema) ?? []).map(value => (value === null ? 'null' : typeof value)))
    : [schema.type].flat()
const isObject = ({ type, properties }: Json): boolean => type === 'object' && properties !== undefined
const isText = ({ type }: Json): boolean => type === 'string'
const valuesOf = (schema: Json): readonly unknown[] | undefined =>
  'const' in schema ? [schema.const] : schema.enum

const without = (schema: Json, ...names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(schema).filter(([name]) => !names.includes(name)))

const byType = (schema: Json): readonly Json[] => {
  const types = typesOf(schema)
  if (types.length < 2) return [schema]
  const values = valuesOf(schema)
  return types.map(type => ({
    ...without(schema, 'enum', 'const'),
    type,
    ...(values &&
      type !== 'null' &&
      type !== 'boolean' && { enum: values.filter(one => typeof one === type) }),
  }))
}

const alternativesOf = (schema: Json): readonly Json[] =>
  schema.anyOf ? schema.anyOf.flatMap(alternativesOf) : byType(schema)

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const distinct = <Value>(values: readonly Value[]): readonly Value[] =>
  values.filter((value, index) => values.findIndex(other => isEqual(other, value)) === index)

/** The fields of all objects; a field that some lack is optional. */
const mergedObject = (objects: readonly Json[]): Json => {
  const names = distinct(objects.flatMap(({ properties }) => Object.keys(properties!)))
  const properties = names.map(name => {
    const fields = objects.flatMap(({ properties }): readonly Json[] => {
      const field = properties![name]
      return field ? [field] : []
    })
    return [name, oneOf(fields)]
  })
  const required = names.filter(name => objects.every(object => object.required?.includes(name)))
  const { description } = objects[0]!
  const texts: object = Object.assign({}, ...objects.map(object => object[fieldsMark]).toReversed())
  return {
    type: 'object',
    ...(description !== undefined && { description }),
    [fieldsMark]: texts,
    properties: Object.fromEntries(properties),
    required,
  }
}

/** Keeps words if all texts have words, and patterns if all have patterns. */
const mergedText = (texts: readonly Json[]): Json => {
  const words = texts.map(valuesOf)
  if (words.every(each => each !== undefined)) return { type: 'string', enum: distinct(words.flat()) }
  const patterns = texts.map(({ pattern }) => pattern)
  return patterns.every(pattern => pattern !== undefined)
    ? { type: 'string', pattern: `^(?:${patterns.map(withoutAnchors).join('|')})$` }
    : { type: 'string' }
}

const merged = (all: readonly Json[], is: (one: Json) => boolean, merge: (of: readonly Json[]) => Json) => {
  const [first, ...others] = all.filter(is)
  if (!first || others.length === 0) return all
  const one = merge([first, ...others])
  return all.flatMap(each => (each === first ? [one] : is(each) ? [] : [each]))
}

const distinctKinds = (all: readonly Json[]): readonly Json[] =>
  distinct(all.map(each => (each.type === 'boolean' ? without(each, 'const') : each)))

const withNull = (schema: Json): Json => {
  if (typeof schema.type !== 'string' || isObject(schema))
    return { anyOf: [...(schema.anyOf ?? [schema]), { type: 'null' }] }
  const values = valuesOf(schema)
  return {
    ...without(schema, 'const', 'enum'),
    type: [schema.type, 'null'],
    ...(values && { enum: [...values, null] }),
  }
}

/** One schema for any of these: unnamed objects become one object, texts one text, and null another type. */
const oneOf = (schemas: readonly Json[]): Json => {
  const all = distinct(schemas.flatMap(alternativesOf))
  const some = all.filter(one => !isNull(one))
  const objects = merged(some, isObject, mergedObject)
  const kinds = distinctKinds(merged(objects, isText, mergedText))
  const schema = kinds.length === 1 ? kinds[0]! : { anyOf: kinds }
  return some.length < all.length ? withNull(schema) : schema
}

/** The service accepts more addresses than validators of this format; its own pattern is exact. */
const formatOf = (schema: Json): Json => (schema.format === 'email' ? without(schema, 'format') : schema)

const withPattern = (schema: Json): Json =>
  typeof schema.pattern === 'string' && isPortable(schema.pattern)
    ? { ...formatOf(schema), pattern: toPortablePattern(schema.pattern) }
    : without(schema, 'pattern')

/** Integers say how wide they are: ids need 64 bits. */
const withWidth = (schema: Json): Json => {
  if (schema.type !== 'integer') return schema
  const safe = Number.MAX_SAFE_INTEGER
  const isSmall = (schema.maximum ?? safe) < 2 ** 31
  const bare = schema.minimum === -safe ? without(schema, 'minimum', 'maximum') : schema
  return { ...bare, format: isSmall ? 'int32' : 'int64' }
}

/** `additionalProperties: false` is not published, since fields may be added. */
export const toPublishedSchema = (schema: Json): Json => {
  const { properties, items, anyOf, oneOf: cases, allOf: _, ...rest } = schema
  const inner: Json = {
    ...withWidth(
      withPattern(rest.additionalProperties === false ? without(rest, 'additionalProperties') : rest),
    ),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, each]) => [name, toPublishedSchema(each)]),
      ),
    }),
    ...(items && { items: toPublishedSchema(items) }),
  }
  const choices = (anyOf ?? cases) as readonly Json[] | undefined
  const whole = choices ? { ...inner, ...oneOf(choices.map(toPublishedSchema)) } : inner
  return 'const' in whole ? worded(whole) : whole
}

/** Every generator knows `enum` of texts; not every one knows `const`, and none an enumeration of booleans. */
const worded = (schema: Json): Json =>
  typeof schema.const === 'string'
    ? { ...without(schema, 'const'), enum: [schema.const] }
    : without(schema, 'const')
