import type { Context } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { serve } from '../../../shared/http/api.ts'
import { publicPorts, servePublic } from '../../../shared/http/serve.ts'
import { generateId } from '../../../shared/table/id.ts'
import { watchCounts } from '../../support/metric-lines.ts'
import {
  answered,
  caller,
  openWorld,
  refused,
  request,
  routes,
  send,
  startMs,
  token,
  toStranger,
} from './chain.ts'
import { cup, openPath } from './path.ts'

const sourceDigest = 'digest of 192.0.2.1 at 0'

describe('an action', () => {
  it('gets the caller and what its schemas made of the input, and nothing undeclared', async () => {
    const { handler, calls } = openPath()
    const body = { name: ' cup ', size: 3, undeclared: true }
    const event = request({ query: { colour: 'red' }, body })
    expect(await send(handler, event)).toEqual(answered(201, cup))
    expect(calls).toEqual([
      {
        caller,
        params: { id: 7 },
        query: { colour: 'red' },
        body: { name: 'cup', size: 3 },
        nowMs: startMs,
        id: generateId(startMs, 0),
        isRepeat: false,
        origin: 'http://api.example.com',
        accepts: expect.any(Function),
        form: {},
        seen: { address: '192.0.2.1', userAgent: '' },
        isNavigation: false,
        cookies: [],
        header: expect.any(Function),
        prefersAsync: false,
      },
    ])
  })

  it.each([
    ['application/json; charset=utf-8', JSON.stringify({ name: 'cup' }), false],
    ['Application/JSON', JSON.stringify({ name: 'cup' }), false],
    ['application/merge-patch+json', JSON.stringify({ name: 'cup' }), false],
    ['application/json', Buffer.from(JSON.stringify({ name: 'cup' })).toString('base64'), true],
    ['application/json', `{"name":"cup"${' '.repeat(262_144 - 14)}}`, false],
  ])('gets a body of the type %s', async (type, body, isBase64Encoded) => {
    const { handler, calls } = openPath()
    await send(handler, request({ headers: { 'content-type': type }, body, isBase64Encoded }))
    expect(calls.map(call => call.body)).toEqual([{ name: 'cup' }])
  })

  it('lets in a client that has one of several scopes', async () => {
    const { ports } = openWorld({ ...caller, scopes: ['employments'] })
    const readThing = async () => ({ status: 200, body: cup }) as const
    const handler = serve(routes, { readThing }, {}, ports)
    expect(await send(handler, request({ method: 'GET' }))).toEqual(answered(200, cup))
  })

  it('gets a token whose scheme is written in any case', async () => {
    const { handler } = openPath()
    const event = request({ headers: { authorization: `BEARER   ${token}` } })
    expect(await send(handler, event)).toEqual(answered(201, cup))
  })

  it.each([
    ['respond-async', true],
    ['respond-async, wait=10', true],
    ['wait=10, Respond-Async', true],
    ['respond-async; foo=bar', true],
    ['respond-asynchronously', false],
    ['handling="respond-async"', false],
    ['wait=10', false],
  ])('learns from "Prefer: %s" whether 202 is welcome: %s', async (prefer, prefersAsync) => {
    const { handler, calls } = openPath()
    await send(handler, request({ headers: { prefer } }))
    expect(calls.map(call => call.prefersAsync)).toEqual([prefersAsync])
  })
})

describe('an answer', () => {
  const answering = (reply: object) => {
    const world = openWorld()
    const makeThing = async () => reply as never
    return { ...world, handler: serve(routes, { makeThing }, {}, world.ports) }
  }

  it('has no field that its schema does not declare, whatever the action answers', async () => {
    const body = { name: 'cup', secret: 'x', id: 7, inner: { deep: 1 } }
    expect(await send(answering({ status: 201, body }).handler)).toEqual(answered(201, cup))
  })

  it.each([204, 202])('of status %i has no body, though the action has one', async status => {
    const { handler } = answering({ status, body: cup })
    expect(await send(handler)).toEqual(answered(status))
  })

  it('carries the action’s headers, which come before the common ones', async () => {
    const headers = { location: '/v1/things/7', 'content-type': 'text/html' }
    expect(await send(answering({ status: 201, body: cup, headers }).handler)).toEqual(
      answered(201, cup, headers),
    )
  })

  it('that breaks its own promise is a failure, and is not sent', async () => {
    const { handler, lines } = answering({ status: 201, body: { id: 7, name: ['Ngozi'] } })
    expect((await send(handler)).statusCode).toBe(500)
    expect(JSON.stringify(lines)).not.toContain('Ngozi')
  })
})

describe('a failure of ours', () => {
  const failing = (error: unknown) => {
    const world = openWorld()
    const makeThing = async () => {
      throw error
    }
    return { ...world, handler: serve(routes, { makeThing }, {}, world.ports) }
  }

  it.each([
    [new Error('Ngozi Adeyemi lives there'), 'Error'],
    [
      Object.assign(new Error('key 08031234567'), { name: 'ConditionalCheckFailed' }),
      'ConditionalCheckFailed',
    ],
    [new TypeError('x is not a function'), 'TypeError: x is not a function'],
  ])('is answered without detail, and logged in one line without data: %s', async (error, name) => {
    const { handler, lines, faults } = failing(error)
    expect(await send(handler)).toEqual(
      refused('internal', 'The failure is logged. Quote the requestId if it persists.'),
    )
    expect(lines).toEqual([
      {
        event: 'request.failed',
        requestId: 'request-1',
        action: 'makeThing',
        error: name,
        frames: expect.arrayContaining([expect.stringMatching(/^at .*serve\.test\.ts/)]),
      },
      {
        event: 'request.answered',
        requestId: 'request-1',
        action: 'makeThing',
        organisationId: 1,
        mode: 'test',
        clientId: 'first',
        sourceDigest,
        status: 500,
        latencyMs: 0,
      },
    ])
    expect(JSON.stringify(lines)).not.toMatch(/Ngozi|0803/)
    expect(faults).toHaveLength(1)
  })

  it('is counted by its stage alone, whoever met it', () => {
    using watch = watchCounts()
    publicPorts.countFault()
    expect(watch.counted()).toEqual([{ RequestFaults: 1 }])
  })
})

describe('the log', () => {
  const who = { organisationId: 1, mode: 'test', clientId: 'first' }

  it('has one line of each request: who, what, what came of it and how long it took', async () => {
    const world = openWorld()
    const makeThing = async () => {
      world.pass(12)
      return { status: 201, body: cup, result: 'made' } as const
    }
    const handler = serve(routes, { makeThing }, {}, world.ports)
    await send(handler)
    const about = { event: 'request.answered', requestId: 'request-1', action: 'makeThing' }
    expect(world.lines).toEqual([
      { ...about, ...who, sourceDigest, result: 'made', status: 201, latencyMs: 12 },
    ])
  })

  it.each([
    ['a method that does not exist', request({ method: 'PUT' }), { status: 405 }],
    ['nobody', request({ headers: { authorization: '' } }), { action: 'makeThing', status: 401 }],
    ['bad input', request({ body: { name: '08031234567' } }), { action: 'makeThing', ...who, status: 400 }],
  ])('tells of %s without any input', async (_what, event, fields) => {
    const { handler, lines } = openPath()
    await send(handler, event)
    expect(lines).toEqual([
      { event: 'request.answered', requestId: 'request-1', sourceDigest, latencyMs: 0, ...fields },
    ])
  })
})

describe('a path that anyone may call', () => {
  const openPublic = () => {
    const world = openWorld()
    const seeThing = async ({ caller: who, isRepeat }: { caller: undefined; isRepeat: boolean }) =>
      ({ status: 200, body: { ...cup, who, isRepeat } }) as const
    return { ...world, handler: servePublic(routes, { seeThing }, world.ports) }
  }

  it('knows no caller, keeps no answer and takes the same input', async () => {
    const { handler, held, lines } = openPublic()
    const event = request({ headers: { authorization: '', 'idempotency-key': 'key-1' } })
    expect(await send(handler, event)).toEqual(toStranger(answered(200, cup)))
    expect(held.size).toBe(0)
    const about = { event: 'request.answered', requestId: 'request-1', action: 'seeThing' }
    expect(lines).toEqual([{ ...about, sourceDigest, status: 200, latencyMs: 0 }])
  })

  it('refuses as any other does', async () => {
    const { handler } = openPublic()
    const errors = [{ pointer: '/name', code: 'required', detail: 'This field is required.' }]
    expect(await send(handler, request({ body: {} }))).toEqual(
      toStranger(refused('invalid_request', 'name: This field is required.', { errors })),
    )
    expect(await send(handler, request({ method: 'GET' }))).toEqual(
      toStranger(refused('method_not_allowed', 'This path takes POST.', { headers: { allow: 'POST' } })),
    )
  })

  it('says what to do instead when its time is nearly over, and is counted as a fault', async () => {
    const { ports, lines } = openWorld()
    const seeThing = () => new Promise<never>(() => {})
    const handler = servePublic(routes, { seeThing }, ports)
    const context = { getRemainingTimeInMillis: () => 2010 } as Context
    const detail =
      'The service could not do this within its time. Of a list, ask for less: a smaller `limit`, a shorter period. Anything else may be done: send it again, a POST with the same Idempotency-Key.'
    expect(await handler(request(), context)).toEqual(
      toStranger(refused('unavailable', detail, { headers: { 'retry-after': '5' } })),
    )
    expect(lines).toMatchObject([
      { event: 'request.failed', action: 'seeThing' },
      { event: 'request.answered', action: 'seeThing', status: 503 },
    ])
  })
})
