import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { toOwnPointer } from '../../../shared/http/own-pointer.ts'

const Inner = z.object({ street: z.string(), photos: z.array(z.object({ name: z.string() })) })
const route = {
  params: z.object({ id: z.string() }),
  query: z.object({ status: z.optional(z.string()) }),
  body: z.object({
    applicant: z.optional(z.nullable(Inner)),
    either: z.union([z.object({ left: z.string() }), z.object({ right: z.record(z.string(), Inner) })]),
    sent: z.pipe(z.object({ at: z.string() }), z.transform(String)),
  }),
}

it.each([
  ['', ''],
  ['path/id', 'path/id'],
  ['query/status', 'query/status'],
  ['query/ada.obi@example.com', 'query/unknown'],
  ['query/toString', 'query/unknown'],
  ['query/status/ada', 'query/status/unknown'],
  ['header/idempotency-key', 'header/idempotency-key'],
  ['/applicant/street', '/applicant/street'],
  ['/applicant/photos/3/name', '/applicant/photos/3/name'],
  ['/applicant/photos/ada/name', '/applicant/photos/unknown'],
  ['/applicant/ada', '/applicant/unknown'],
  ['/ada~1obi/street', '/unknown'],
  ['/either/left', '/either/left'],
  ['/either/right/ada/street', '/either/right/unknown'],
  ['/sent/at', '/sent/at'],
])('%s is written as %s', (pointer, own) => {
  expect(toOwnPointer(route, pointer)).toBe(own)
})

it('of a route that takes nothing each name is the caller’s', () => {
  expect(toOwnPointer({}, 'query/ada')).toBe('query/unknown')
})
