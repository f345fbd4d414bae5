import type * as z from 'zod/mini'
import type { AnyFieldText, SchemaText } from '../http/describe.ts'
import { schemaTexts } from './references.ts'

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

/** The objects that a field holds, whether it may be absent or null, is a list, or is one of several. */
export const objectsIn = (schema: z.core.$ZodType): readonly z.core.$ZodType[] => {
  const { type, shape, innerType, element, in: from, out: to, options } = definitionIn(schema)
  if (shape) return [schema]
  const inner = innerType ?? element ?? (from && definitionIn(from).type === 'transform' ? to : from)
  if (type === 'union') return options!.flatMap(objectsIn)
  return inner ? objectsIn(inner) : []
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

type InnerTexts = Readonly<Record<string, AnyFieldText>>

const isFieldText = (text: unknown): text is AnyFieldText =>
  Array.isArray(text) && typeof text[0] === 'string'

/** A field that is an object in one case of a union may be null in another: its texts tell. */
const findInnerTexts = (second: unknown): InnerTexts | undefined =>
  typeof second === 'object' && second !== null && Object.values(second).every(isFieldText)
    ? (second as InnerTexts)
    : undefined

/** An object's second part is its fields, unless it is when it is null. */
export const toFieldDescription = (
  field: z.core.$ZodType,
  [meaning, second, third]: AnyFieldText,
): FieldDescription => {
  if (objectsIn(field).length === 0 && !findInnerTexts(second))
    return { meaning, example: second, whenNull: third as string | undefined }
  return { meaning, whenNull: (typeof second === 'string' ? second : third) as string | undefined }
}

const descriptions = new Map<z.core.$ZodType, ObjectDescription>()

const addText = ({ schema, meaning, fields }: SchemaText): void => {
  // What two schemas share has the words of the first: objects of a union are described before the union.
  for (const object of objectsIn(schema).filter(each => !descriptions.has(each))) {
    const own = Object.entries(definitionIn(object).shape!).filter(([name]) => name in fields)
    descriptions.set(object, {
      meaning,
      fields: Object.fromEntries(
        own.map(([name, field]) => [name, toFieldDescription(field, fields[name]!)]),
      ),
    })
    for (const [name, field] of own) {
      const [words, inner] = fields[name]!
      const texts = findInnerTexts(inner)
      if (texts) addText({ schema: field, meaning: words, fields: texts })
    }
  }
}
for (const text of schemaTexts) addText(text)

export const findDescription = (schema: z.core.$ZodType): ObjectDescription | undefined =>
  descriptions.get(schema)
