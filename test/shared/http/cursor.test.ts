import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { serve } from '../../../shared/http/api.ts'
import { noCursor, Page, cursorText, pageSchema } from '../../../shared/http/contract/page.ts'
import type { Route } from '../../../shared/http/contract/route.ts'
import { idInPath, optional, text } from '../../../shared/http/contract/text.ts'
import { decodeCursor, encodeCursor } from '../../../shared/http/cursor.ts'
import { openWorld, request, send } from './chain.ts'

const Cup = z.object({ name: z.string() })

const list = {
  method: 'GET',
  tag: 'Service',
  summary: 'Cups',
  access: 'addresses',
  query: z.object({ ...Page.shape, colour: optional(text(10)), shape: optional(text(10)) }),
  answers: { 200: pageSchema(Cup) },
} as const

const routes = {
  listCups: { ...list, path: '/v1/cups' },
  listMugs: { ...list, path: '/v1/mugs' },
  listShelf: { ...list, path: '/v1/shelves/{id}/cups', params: z.object({ id: idInPath }) },
  searchCups: {
    ...list,
    method: 'POST',
    path: '/v1/cups/searches',
    query: z.object({}),
    body: z.object({
      name: optional(text(20)),
      colour: optional(text(20)),
      limit: optional(z.int()),
      cursor: optional(cursorText),
    }),
    answerIsPrivate: true,
  },
} as const satisfies Record<string, Route>

type Name = keyof typeof routes
type Query = Readonly<Record<string, string>>
interface Asked {
  readonly query?: Query
  readonly body?: object
  readonly id?: string
}

const names = ['a', 'b', 'c', 'd', 'e']

const open = () => {
  const { ports } = openWorld()
  const read = async ({ query, body }: { query?: object; body?: object }) => {
    const { limit = 2, cursor } = { ...query, ...body } as { limit?: number; cursor?: string }
    const beyond = decodeCursor(cursor, /^[a-z]$/) ?? ''
    const left = names.filter(name => name > beyond)
    const shown = left.slice(0, limit)
    const nextCursor = encodeCursor(left.length > limit ? shown.at(-1) : undefined)
    return { status: 200, body: { data: shown.map(name => ({ name })), nextCursor } } as const
  }
  return async (name: Name, { query, body, id = '7' }: Asked = {}) => {
    const handler = serve(routes, { [name]: read as never }, {}, ports)
    const { method } = routes[name]
    const sent = request({ method, params: { id }, ...(query && { query }), body: body ?? undefined })
    const answer = await send(handler, sent)
    return { status: answer.statusCode, ...JSON.parse(answer.body!) }
  }
}

const refusal = (pointer = 'query/cursor') => ({
  status: 400,
  code: 'invalid_request',
  errors: [{ pointer, code: 'wrong_form', detail: noCursor }],
})

const namesIn = ({ data }: { data: readonly { name: string }[] }) => data.map(({ name }) => name)

describe('a cursor', () => {
  it('leads through the pages of its list, whatever their limits', async () => {
    const ask = open()
    const first = await ask('listCups')
    expect(namesIn(first)).toEqual(['a', 'b'])
    const second = await ask('listCups', { query: { cursor: first.nextCursor, limit: '1' } })
    expect(namesIn(second)).toEqual(['c'])
    const last = await ask('listCups', { query: { cursor: second.nextCursor, limit: '100' } })
    expect([namesIn(last), last.nextCursor]).toEqual([['d', 'e'], null])
  })

  it('is the same for the same place, list and filter, in whichever order its parameters come', async () => {
    const ask = open()
    const first = await ask('listCups', { query: { colour: 'red', shape: 'round' } })
    const again = await ask('listCups', { query: { shape: 'round', colour: 'red', limit: '2' } })
    expect(again.nextCursor).toBe(first.nextCursor)
    expect(first.nextCursor).toMatch(/^[\w-]{8}Yg$/)
  })

  const cursorOf = async (ask: ReturnType<typeof open>) =>
    (await ask('listCups', { query: { colour: 'red' } })).nextCursor as string

  it.each([
    ['another list', 'listMugs', { colour: 'red' }],
    ['no filter', 'listCups', {}],
    ['another value', 'listCups', { colour: 'blue' }],
    ['another case', 'listCups', { colour: 'Red' }],
    ['another parameter', 'listCups', { shape: 'red' }],
    ['one parameter more', 'listCups', { colour: 'red', shape: 'round' }],
    ['a list below an id', 'listShelf', { colour: 'red' }],
  ] as const)('is refused with %s', async (_what, name, query) => {
    const ask = open()
    expect(await ask(name, { query: { ...query, cursor: await cursorOf(ask) } })).toMatchObject(refusal())
  })

  it('of one thing is refused by the list of another', async () => {
    const ask = open()
    const { nextCursor: cursor } = await ask('listShelf', { id: '7' })
    expect(namesIn(await ask('listShelf', { id: '7', query: { cursor } }))).toEqual(['c', 'd'])
    expect(await ask('listShelf', { id: '8', query: { cursor } })).toMatchObject(refusal())
  })

  it.each([
    ['nothing of its place', (cursor: string) => cursor.slice(0, 8)],
    ['its place alone', (cursor: string) => cursor.slice(8)],
    ['another place in its form', (cursor: string) => cursor.slice(0, 8) + encodeCursor('no place')],
    ['a letter changed', (cursor: string) => (cursor.startsWith('A') ? 'B' : 'A') + cursor.slice(1)],
    ['a letter less', (cursor: string) => cursor.slice(1)],
  ])('is refused with %s', async (_what, change) => {
    const ask = open()
    const cursor = change(await cursorOf(ask))
    expect(await ask('listCups', { query: { colour: 'red', cursor } })).toMatchObject(refusal())
  })

  it('of a search, which is in the body, belongs to what was searched', async () => {
    const ask = open()
    const { nextCursor: cursor } = await ask('searchCups', { body: { name: 'Ada', colour: 'red' } })
    const next = await ask('searchCups', { body: { colour: 'red', name: 'Ada', cursor, limit: 9 } })
    expect(namesIn(next)).toEqual(['c', 'd', 'e'])
    expect(await ask('searchCups', { body: { name: 'Obi', colour: 'red', cursor } })).toMatchObject(
      refusal('/cursor'),
    )
    // Empty and null are not given, and so is the cursor then.
    const anew = await ask('searchCups', { body: { name: 'Ada', colour: 'red', cursor: null } })
    expect(namesIn(anew)).toEqual(['a', 'b'])
  })
})
