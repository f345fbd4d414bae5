import type * as z from 'zod/mini'
import type { Route } from './contract/route.ts'

type AnySchema = z.core.$ZodType

/** The schemas of what stands below a schema under this name; none if the name is its caller's. */
const below = (schema: AnySchema, name: string): readonly AnySchema[] => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if ('shape' in def) return Object.hasOwn(def.shape, name) ? [def.shape[name]!] : []
  if ('element' in def) return /^\d+$/.test(name) ? [def.element] : []
  const inner = [
    ...('innerType' in def ? [def.innerType] : []),
    ...('in' in def ? [def.in] : []),
    ...('options' in def ? def.options : []),
  ]
  return inner.flatMap(each => below(each, name))
}

const unescaped = (segment: string): string => segment.replaceAll('~1', '/').replaceAll('~0', '~')

/** A pointer to a fault, for a log: a name that its caller chose is `unknown`, and what stands below it is left out. */
export const toOwnPointer = (
  { params, query, body }: Pick<Route, 'params' | 'query' | 'body'>,
  pointer: string,
): string => {
  const [place = '', ...segments] = pointer.split('/')
  // No header is read by a name that its caller chose.
  if (place === 'header' || segments.length === 0) return pointer
  const root = place === 'path' ? params : place === 'query' ? query : body
  let schemas: readonly AnySchema[] = root ? [root] : []
  const own = [place]
  for (const segment of segments) {
    schemas = schemas.flatMap(schema => below(schema, unescaped(segment)))
    if (schemas.length === 0) return [...own, 'unknown'].join('/')
    own.push(segment)
  }
  return pointer
}
