import type * as z from 'zod/mini'
import type { Route } from '../http/contract/route.ts'
import { type ActionName, routes } from '../routes.ts'
import { visitFlags } from '../verification/contract/visit-flag.ts'
import { type CommentText, readComment, splitNull } from './comment-text.ts'
import { commentsOf, evaluateWithComments } from './comments.ts'
import { answerSchemas, requestSchemas, toolSchemas } from './schemas.ts'

type ObjectShape = Readonly<Record<string, z.core.$ZodType>>

/** What a schema's definition may lead to; which of them there is follows from its `type`. */
interface SchemaDefinition {
  readonly type: string
  readonly shape?: ObjectShape
  readonly innerType?: z.core.$ZodType
  readonly element?: z.core.$ZodType
  readonly in?: z.core.$ZodType
  readonly out?: z.core.$ZodType
  readonly options?: readonly z.core.$ZodType[]
}

export const definitionIn = (schema: z.core.$ZodType): SchemaDefinition =>
  schema._zod.def as unknown as SchemaDefinition

interface HeldObject {
  readonly object: z.core.$ZodType
  /** The outermost first. */
  readonly holders: readonly z.core.$ZodType[]
}

const innerOf = (schema: z.core.$ZodType): z.core.$ZodType | undefined => {
  const { innerType, element, in: from, out: to } = definitionIn(schema)
  return innerType ?? element ?? (from && definitionIn(from).type === 'transform' ? to : from)
}

/** The objects that a field holds, whether it may be absent or null, is a list, or is one of several. */
const heldObjects = (
  schema: z.core.$ZodType,
  holders: readonly z.core.$ZodType[] = [],
): readonly HeldObject[] => {
  const { shape, options = [innerOf(schema)].filter(each => each !== undefined) } = definitionIn(schema)
  return shape
    ? [{ object: schema, holders }]
    : options.flatMap(each => heldObjects(each, [...holders, schema]))
}

export interface FieldDescription {
  readonly meaning: string
  /** Absent of an object: its fields have theirs. */
  readonly example?: unknown
  readonly whenNull: string | undefined
}

interface ObjectDescription {
  readonly meaning: string
  readonly fields: Readonly<Record<string, FieldDescription>>
}

const descriptions = new Map<z.core.$ZodType, ObjectDescription>()

type NamedSchemas = Readonly<Record<string, z.core.$ZodType>>

interface Published {
  readonly schemas: {
    readonly requestSchemas: NamedSchemas
    readonly answerSchemas: NamedSchemas
    readonly toolSchemas: NamedSchemas
  }
  readonly routes: { readonly routes: Readonly<Record<string, Route>> }
  readonly products: { readonly lookupDefinitions: Readonly<Record<string, object>> }
}

interface PlacedObject {
  /** The same in both evaluations. */
  readonly place: string
  readonly object: z.core.$ZodType
  /** What holds it, the outermost first: what may be it or null, a list of it, or it or another. */
  readonly holders: readonly z.core.$ZodType[]
}

const shapeOf = (object: z.core.$ZodType): ObjectShape => definitionIn(object).shape!

const shapeOfFields = (fields: z.core.$ZodType | undefined): ObjectShape => (fields ? shapeOf(fields) : {})

const objectsBelow = (field: z.core.$ZodType, place: string): readonly PlacedObject[] =>
  heldObjects(field).flatMap(({ object, holders }, index) => [
    { place: `${place}/${index}`, object, holders },
    ...Object.entries(shapeOf(object)).flatMap(([name, each]) =>
      objectsBelow(each, `${place}/${index}/${name}`),
    ),
  ])

const lists = ['requestSchemas', 'answerSchemas', 'toolSchemas'] as const

const objectsOf = ({
  schemas,
  routes: { routes: all },
}: Omit<Published, 'products'>): readonly PlacedObject[] => [
  ...lists.flatMap(list =>
    Object.entries(schemas[list]).flatMap(([name, schema]) => objectsBelow(schema, `${list}/${name}`)),
  ),
  ...Object.entries(all).flatMap(([action, { params, query }]) => [
    ...(params ? objectsBelow(params, `${action}/params`) : []),
    ...(query ? objectsBelow(query, `${action}/query`) : []),
  ]),
]

const commentTexts = (value: object): readonly CommentText[] => commentsOf(value).map(readComment)

/** A field's own comment, or that of the constant that it names; of a text or a number only a comment with an example. */
const fieldComment = (field: z.core.$ZodType): CommentText | undefined => {
  const isObject = heldObjects(field).length > 0
  const own = commentTexts(field).find(each => isObject || 'example' in each)
  const { innerType = innerOf(field) } = definitionIn(field)
  return own ?? (innerType && fieldComment(innerType))
}

const propertiesIn = (comments: readonly CommentText[]): CommentText['properties'] =>
  Object.assign({}, ...comments.map(({ properties }) => properties).toReversed())

/** @param words in place of the field's own */
const describeCommented = (field: z.core.$ZodType, words?: string): FieldDescription | undefined => {
  const comment = fieldComment(field)
  const said = words ?? comment?.words.join('\n\n')
  if (said === undefined) return undefined
  return { ...splitNull(said), ...(comment && 'example' in comment && { example: comment.example }) }
}

const describeObject = ({ object, holders }: PlacedObject): ObjectDescription => {
  const own = commentTexts(object)
  const around = holders.flatMap(commentTexts)
  const meaning = own.find(({ isConstant }) => isConstant) ?? own[0] ?? around.at(-1)
  const properties = propertiesIn([...around, ...own])
  const fields = Object.entries(shapeOf(object)).flatMap(([name, field]) => {
    const description = describeCommented(field, properties[name])
    return description ? [[name, description] as const] : []
  })
  return {
    meaning: splitNull(meaning?.words.join(' ') ?? '').meaning,
    fields: Object.fromEntries(fields),
  }
}

const commented = (await evaluateWithComments(
  { schemas: 'openapi/schemas.ts', routes: 'routes.ts', products: 'identity/products.ts' },
  { visitFlags },
)) as unknown as Published

const addComments = (): void => {
  const plain = objectsOf({ schemas: { requestSchemas, answerSchemas, toolSchemas }, routes: { routes } })
  const told = new Map(objectsOf(commented).map(each => [each.place, each]))
  for (const { place, object } of plain) {
    const found = told.get(place)
    if (!found) throw new RangeError(`The comments of ${place} were not found`)
    if (!descriptions.has(object)) descriptions.set(object, describeObject(found))
  }
}
addComments()

export const findDescription = (schema: z.core.$ZodType): ObjectDescription | undefined =>
  descriptions.get(schema)

/** Of an operation, the nearest first: its own, that of the product that it looks up, and those of what it spreads. */
export const operationComments = (action: ActionName): readonly CommentText[] => [
  ...commentTexts(commented.products.lookupDefinitions[action] ?? {}),
  ...commentTexts(commented.routes.routes[action]!),
]

/** Of path and query; an operation's own comment may say more of one. */
export const findParameter = (action: ActionName, name: string): FieldDescription | undefined => {
  const { params, query }: Route = commented.routes.routes[action]!
  const field = shapeOfFields(params)[name] ?? shapeOfFields(query)[name]
  return field && describeCommented(field, propertiesIn(operationComments(action))[name])
}
