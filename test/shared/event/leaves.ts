import type * as z from 'zod/mini'
import { type Mask, masks } from '../../../shared/http/contract/mask.ts'

type Leaf = readonly [path: string, mask: Mask | 'hidden']

const within = (schema: z.core.$ZodType): readonly (readonly [string, z.core.$ZodType])[] | undefined => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).map(([name, field]) => [`/${name}`, field])
    case 'array':
      return [['/*', def.element]]
    case 'nullable':
    case 'optional':
    case 'default':
      return [['', def.innerType]]
    case 'pipe':
      return [['', def.out]]
    case 'union':
      return def.options.map(option => ['', option])
    default:
      return undefined
  }
}

/** Every leaf of a schema by its path, with what the payload `masked` shows of it. */
export const leavesOf = (schema: z.core.$ZodType, path = '', outer?: Mask): Leaf[] => {
  const mask = masks.get(schema)?.mask ?? outer
  const parts = within(schema)
  if (!parts) return [[path, mask ?? 'hidden']]
  return parts.flatMap(([name, part]) => leavesOf(part, `${path}${name}`, mask))
}
