import { type Html, html } from '../../../shared/http/html.ts'
import type { Json } from '../../../shared/openapi/json-schema.ts'
import type { DocumentParameter, ReferenceDocument } from './document.ts'

/* Fields of a schema: what each means, its type and form, when it may be missing, an example, and what is inside. */

export interface FieldContext {
  readonly resolve: ReferenceDocument['resolve']
  /** Markdown of one line. */
  readonly inline: (text: string) => Html
  readonly isRequest: boolean
}

interface SchemaField {
  readonly name: string
  readonly schema: Json
  readonly isRequired: boolean
}

const nothing = html``

const isNull = ({ type }: Json): boolean => type === 'null'

/** A schema without the ways to say null, and whether there are any. */
const withoutNull = (schema: Json): { readonly schema: Json; readonly mayBeNull: boolean } => {
  if (schema.anyOf?.some(isNull)) {
    const { anyOf, ...rest } = schema
    const others = anyOf.filter(each => !isNull(each))
    return {
      schema: others.length === 1 ? { ...rest, ...others[0] } : { ...rest, anyOf: others },
      mayBeNull: true,
    }
  }
  const types = [schema.type ?? []].flat()
  const others = types.filter(each => each !== 'null')
  return others.length < types.length && others.length > 0
    ? { schema: { ...schema, type: others.length === 1 ? others[0]! : others }, mayBeNull: true }
    : { schema, mayBeNull: isNull(schema) }
}

/** Formats that the type says already, and those that are words in the description. */
const saidElsewhere: readonly unknown[] = [undefined, 'int32', 'int64', 'text']

const typeWords = (schema: Json, { resolve }: FieldContext): string => {
  const { type, anyOf, items, enum: words } = resolve(schema)
  if (anyOf) return [...new Set(anyOf.map(each => typeWords(each, { resolve } as FieldContext)))].join(' or ')
  if (type === 'array') return `array of ${typeWords(items ?? {}, { resolve } as FieldContext)}s`
  if (type === undefined) return words ? 'string' : 'any value'
  return [type].flat().join(' or ')
}

const boundsOf = ({ minimum, maximum, minItems, maxItems, minLength, maxLength, format }: Json): string => {
  const range = (least: unknown, most: unknown, unit: string): string => {
    if (most === undefined) return least === undefined ? '' : `at least ${least}${unit}`
    return least === undefined ? `at most ${most}${unit}` : `${least} to ${most}${unit}`
  }
  const isWhole = maximum !== undefined && maximum >= Number.MAX_SAFE_INTEGER
  // The words of a form of ours say how long a text may be.
  const isSaid = format !== undefined
  return [
    isWhole ? '' : range(minimum, maximum, ''),
    range(minItems, maxItems, ' items'),
    isSaid ? '' : range(minLength, maxLength, ' characters'),
  ]
    .filter(Boolean)
    .join(', ')
}

/** What a person reads at a glance; the description says in words what a longer one means. */
const longestPattern = 40

const code = (text: string): Html => html`<code>${text}</code>`

const separated = (parts: readonly Html[], separator: string): Html => ({
  html: parts.map(part => part.html).join(separator),
})

const wordsOf = (schema: Json, { resolve }: FieldContext): readonly unknown[] => {
  const { enum: words, items } = resolve(schema)
  return (words ?? (items ? (resolve(items).enum ?? []) : [])).filter(word => word !== null)
}

/** A line of what a program must know: values, bounds, pattern, example. */
const factsOf = (schema: Json, context: FieldContext, example: unknown): readonly Html[] => {
  const whole = context.resolve(schema)
  const words = wordsOf(schema, context)
  const bounds = boundsOf(whole)
  const facts = [
    words.length > 0 &&
      html`One of ${separated(
        words.map(word => code(`${word}`)),
        ' ',
      )}`,
    bounds !== '' && html`${bounds[0]!.toUpperCase()}${bounds.slice(1)}`,
    whole.pattern !== undefined &&
      whole.pattern.length <= longestPattern &&
      words.length === 0 &&
      html`Pattern ${code(whole.pattern)}`,
    example !== undefined && example !== null && html`Example ${code(JSON.stringify(example))}`,
  ]
  return facts.filter(fact => fact !== false)
}

const nameOf = ({ $ref = '' }: Json): string => $ref.slice($ref.lastIndexOf('/') + 1)

const fieldsIn = ({ properties = {}, required = [] }: Json): readonly SchemaField[] =>
  Object.entries(properties).map(([name, schema]) => ({ name, schema, isRequired: required.includes(name) }))

/** Objects of which a value is one, with the names that tell them apart. */
const objectsIn = (schema: Json, context: FieldContext): readonly (readonly [string, Json])[] => {
  const { schema: bare } = withoutNull(schema)
  const { properties, items, anyOf } = context.resolve(bare)
  if (properties) return [[nameOf(bare), context.resolve(bare)]]
  if (items) return objectsIn(items, context)
  return anyOf?.flatMap(each => objectsIn(each, context)) ?? []
}

const presence = (isRequired: boolean, { isRequest }: FieldContext): Html => {
  if (isRequest) return isRequired ? html` <b>required</b>` : html` <i>· optional</i>`
  return isRequired ? nothing : html` <i>· may be missing</i>`
}

const row = (field: SchemaField, prefix: string, context: FieldContext): Html => {
  const { name, isRequired } = field
  const { schema, mayBeNull } = withoutNull(field.schema)
  const { description = '', examples } = { ...context.resolve(schema), ...schema } as Json
  const { format } = context.resolve(schema)
  const id = `${prefix}.${name}`
  const [example] = (examples ?? []) as readonly unknown[]
  const types = [
    typeWords(schema, context),
    ...(saidElsewhere.includes(format) ? [] : [`(${format})`]),
    ...(mayBeNull ? ['or null'] : []),
  ].join(' ')
  const inside = objectsIn(schema, context)
  const facts = factsOf(schema, context, inside.length > 0 ? undefined : example)
  return html`<div id="${id}"><dt><a class="name" href="#${id}"><code>${name}</code></a> <span>${types}</span>${presence(isRequired, context)}</dt><dd>${description === '' ? nothing : html`<p>${context.inline(description as string)}</p>`}${facts.length === 0 ? nothing : html`<p class="facts">${separated(facts, ' · ')}</p>`}${insideOf(inside, id, context)}</dd></div>
`
}

const list = (fields: readonly SchemaField[], prefix: string, context: FieldContext): Html =>
  html`<dl class="fields">${fields.map(field => row(field, prefix, context))}</dl>`

const insideOf = (
  objects: readonly (readonly [string, Json])[],
  prefix: string,
  context: FieldContext,
): Html =>
  html`${objects.map(
    ([name, object]) =>
      html`<details${{ html: context.isRequest ? ' open' : '' }}><summary>${objects.length > 1 ? html`If it is ${code(name)}` : html`Fields of ${code(prefix.slice(prefix.lastIndexOf('.') + 1))}`}</summary>${list(fieldsIn(object), objects.length > 1 ? `${prefix}.${name}` : prefix, context)}</details>`,
  )}`

/** Fields of a body: of each object, if it may be one of several. Nothing if it is no object. */
export const bodyFields = (schema: Json, prefix: string, context: FieldContext): Html => {
  const objects = objectsIn(schema, context)
  return objects.length === 1
    ? list(fieldsIn(objects[0]![1]), prefix, context)
    : insideOf(objects, prefix, context)
}

export const parameterFields = (
  parameters: readonly DocumentParameter[],
  prefix: string,
  context: FieldContext,
): Html =>
  list(
    parameters.map(({ name, required, description, schema, example }) => ({
      name,
      isRequired: required,
      schema: { ...schema, description, ...(example !== undefined && { examples: [example] }) },
    })),
    prefix,
    context,
  )
