import { expect, it } from 'vitest'
import type { Caller } from '../../../shared/account/caller.ts'
import { BusyError } from '../../../shared/aws/errors.ts'
import type { Action } from '../../../shared/http/action.ts'
import { serve } from '../../../shared/http/api.ts'
import { Problem } from '../../../shared/http/contract/problem.ts'
import { maxLogEntriesPerMinute } from '../../../shared/http/request-log.ts'
import { generateId } from '../../../shared/table/id.ts'
import { caller, openWorld, request, routes, send, startMs } from './chain.ts'

const live: Caller = { ...caller, mode: 'live' }
const makes: Action<typeof routes.makeThing> = async () => ({ status: 201, body: { id: 7, name: 'cup' } })

const open = (client: Caller, makeThing = makes) => {
  const world = openWorld(client)
  return { ...world, handler: serve(routes, { makeThing }, {}, world.ports) }
}

const line = {
  requestId: 'request-1',
  at: new Date(startMs).toISOString(),
  clientId: 'first',
  action: 'makeThing',
  path: '/v1/things/{id}',
  latencyMs: 0,
}

it('tells of a test request that succeeded, and of a live one nothing', async () => {
  const test = open(caller)
  await send(test.handler)
  expect(test.requests).toEqual([{ ...line, status: 201, code: null, pointers: [] }])
  const inLive = open(live)
  await send(inLive.handler)
  expect(inLive.requests).toEqual([])
})

it('tells of a live request that failed: its code and fields, and nothing that stood in them', async () => {
  const { handler, requests } = open(live)
  const telling = { name: 'Ngozi Adeyemi', size: '08031234567', inner: { date: '1990-04-12T' } }
  await send(handler, request({ body: telling, query: { colour: 'Adeyemi' } }))
  const pointers = ['query/colour', '/name', '/size', '/inner/date']
  expect(requests).toEqual([{ ...line, status: 400, code: 'invalid_request', pointers }])
  expect(JSON.stringify(requests)).not.toMatch(/Ngozi|Adeyemi|0803|1990/)
})

it('tells of a name that the client chose, of a parameter or in the body, that it is unknown', async () => {
  const { handler, requests } = open(live)
  const query = { 'ada.obi@example.com NIN 12345678901': '', 'colour/Adeyemi': '', colour: 'pink' }
  const body = { name: 'cup', counts: { 'Ngozi/Adeyemi~1': 'one', 'NIN 12345678901': 'two' } }
  await send(handler, request({ body, query }))
  const pointers = ['query/colour', 'query/unknown', 'query/unknown', '/counts/unknown', '/counts/unknown']
  expect(requests).toEqual([{ ...line, status: 400, code: 'invalid_request', pointers }])
})

it.each([
  [`${generateId(startMs, 0.5)}`, true],
  [`evt_${generateId(startMs, 0)}_completed`, true],
  [`evt_${generateId(startMs, 0)}_updated_2`, true],
  // Numbers of a person where an id belongs: NIN, telephone, and as many digits as E.164 allows.
  ['70123456789', false],
  ['2348031234567', false],
  ['234803123456789', false],
  [`${generateId(startMs + 1, 0)}`, false],
  [`evt_${generateId(startMs, 0)}_adeyemi`, false],
  ['Ngozi%20Adeyemi', false],
])('tells which record a request was about, and of another number nothing: %s', async (id, isShown) => {
  const { handler, requests } = open(live, async () => {
    throw new Problem('not_found', 'No.')
  })
  await send(handler, request({ params: { id } }))
  expect(requests[0]!.path).toBe(isShown ? `/v1/things/${id}` : '/v1/things/{id}')
})

it('tells of a failure of ours without its words', async () => {
  const { handler, requests } = open(live, async () => {
    throw new Error('Ngozi Adeyemi is not in the table')
  })
  expect((await send(handler)).statusCode).toBe(500)
  expect(requests).toEqual([{ ...line, status: 500, code: 'internal', pointers: [] }])
})

it('tells of nothing that failed because the table takes no more: a line would hold up the answer', async () => {
  const { handler, requests } = open(live, async () => {
    throw new BusyError('Too many at once')
  })
  expect((await send(handler)).statusCode).toBe(503)
  expect(requests).toEqual([])
})

it('tells nobody of a request of whom nobody knows', async () => {
  const { handler, requests } = open(caller)
  await send(handler, request({ headers: { authorization: 'Bearer nobody-knows-this-one-at-all' } }))
  await send(handler, request({ method: 'PUT' }))
  expect(requests).toEqual([])
})

it('tells no customer of the work of the operator’s people', async () => {
  const { handler, requests } = open({ ...live, organisationId: 0, scopes: [] })
  expect((await send(handler)).statusCode).toBe(403)
  expect(requests).toEqual([])
})

it('changes no answer when it cannot be written', async () => {
  const world = openWorld()
  const unnoted = { ...world.ports, saveRequestLogEntry: () => Promise.reject(new Error('no room')) }
  const answer = await send(serve(routes, { makeThing: makes }, {}, unnoted))
  expect(answer.statusCode).toBe(201)
  expect(world.lines.at(-1)).toMatchObject({ event: 'request-log.failed', requestId: 'request-1' })
})

it('writes thirty lines a minute and client in a container, whatever floods it', async () => {
  const refuses: Action<typeof routes.makeThing> = async () => {
    throw new Problem('not_found', 'No.')
  }
  const { handler, requests, pass } = open(live, refuses)
  for (let each = 0; each < 100; each++) await send(handler)
  expect(requests).toHaveLength(maxLogEntriesPerMinute)
  pass(60_000)
  await send(handler)
  expect(requests).toHaveLength(maxLogEntriesPerMinute + 1)
})
