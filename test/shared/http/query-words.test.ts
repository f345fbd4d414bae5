import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { workPageKeyPattern } from '../../../shared/work/assignment/kinds.ts'
import type { Route } from '../../../shared/http/contract/route.ts'
import { decodeCursor } from '../../../shared/http/cursor.ts'
import { fieldErrors } from '../../../shared/http/parse-input.ts'
import { routes } from '../../../shared/routes.ts'
import { idPageKeyPattern } from '../../../shared/table/kind.ts'
import { trailPlacePattern } from '../../../shared/trail/contract.ts'

const parameters = Object.entries<Route>(routes).flatMap(([action, { query }]) =>
  Object.keys(query?.shape ?? {}).map(name => ({ action, name, query: query! })),
)

/** What is said of a value that no parameter but a reference takes. */
const detailsOf = ({ query, name }: (typeof parameters)[number], value: string): readonly string[] => {
  const raw = { [name]: value }
  const result = z.safeParse(query, raw)
  if (result.success) return []
  // Another parameter may be required.
  const errors = fieldErrors(result.error.issues, raw, 'query').filter(
    ({ pointer }) => pointer === `query/${name}`,
  )
  return errors.map(({ detail }) => detail)
}

/** Own words of the customer, and ids that an issuer gives: whatever they are, they are looked for. */
const takesAnything = new Set(['customerReference', 'agent'])

describe('a query parameter that is wrong', () => {
  it.each(parameters.filter(({ name }) => !takesAnything.has(name)))(
    'is refused in words that say what is right: $name of $action',
    parameter => {
      const [detail, ...others] = detailsOf(parameter, '!')
      expect(others).toEqual([])
      expect(detail).toMatch(/^Expected (?!one of: \.)/)
    },
  )

  it.each([idPageKeyPattern, workPageKeyPattern, trailPlacePattern])(
    'is a cursor such as 0, which no list of these has: %s',
    pattern => {
      for (const cursor of ['0', '1', 'MA', 'AAAA', '__'])
        expect(() => decodeCursor(cursor, pattern), cursor).toThrow(
          'query.cursor: Expected the nextCursor of an earlier page of this list, with the same filter.',
        )
    },
  )
})
