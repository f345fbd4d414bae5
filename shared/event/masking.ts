import * as z from 'zod/mini'
import { type Mask, masks } from '../http/contract/mask.ts'

const texts: Readonly<Record<Exclude<Mask, 'shown'>, (text: string) => string>> = {
  initials: text => text.replace(/\S+/gu, word => `${[...word][0]}***`),
  'last-four': text => `****${text.length > 6 ? text.slice(-4) : ''}`,
  mailbox: text => text.replace(/^(.)?.*?(@.*)?$/su, '$1***$2'),
  'date-form': text => text.replace(/\d/g, '*'),
}

/** A value without parts. What nothing was declared for is not shown. */
const maskedLeaf = (mask: Mask | undefined, value: unknown): unknown => {
  if (mask === undefined) return null
  if (mask === 'shown') return value
  if (typeof value !== 'string') return null
  return value && texts[mask](value)
}

type UnionDefinition = z.core.$ZodUnionDef & Partial<Pick<z.core.$ZodDiscriminatedUnionDef, 'discriminator'>>

/** The member of a union that a value is of, by the field that tells them apart if there is one. */
const memberOf = ({ options, discriminator }: UnionDefinition, value: unknown): z.core.$ZodType | undefined =>
  options.find(option =>
    discriminator === undefined
      ? z.safeParse(option, value).success
      : option._zod.propValues?.[discriminator]?.has((value as Record<string, never>)[discriminator]!),
  )

const maskedFields = (shape: z.core.$ZodShape, value: object, mask: Mask | undefined): object =>
  Object.fromEntries(
    Object.entries(shape)
      .filter(([name]) => Object.hasOwn(value, name))
      .map(([name, field]) => [name, maskValue(field, (value as Record<string, unknown>)[name], mask)]),
  )

/**
 * A value as the payload `masked` shows it: what its schema declares a mask for, and null in every other place. A
 * mask holds for everything inside. Fields that the schema does not know are left out; fields that the value lacks,
 * as an event has that is older than they are, stay away.
 */
export const maskValue = (schema: z.core.$ZodType, value: unknown, outer?: Mask): unknown => {
  const mask = masks.get(schema)?.mask ?? outer
  if (value === null || value === undefined) return value
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return maskedFields(def.shape, value as object, mask)
    case 'array':
      return (value as unknown[]).map(item => maskValue(def.element, item, mask))
    case 'nullable':
    case 'optional':
    case 'default':
      return maskValue(def.innerType, value, mask)
    case 'pipe':
      return maskValue(def.out, value, mask)
    case 'union': {
      const member = memberOf(def, value)
      return member ? maskValue(member, value, mask) : null
    }
    default:
      return maskedLeaf(mask, value)
  }
}
