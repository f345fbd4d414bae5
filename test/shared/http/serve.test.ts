import { describe, expect, it } from 'vitest'
import { serve } from '../../../shared/http/api.ts'
import { invalidRequest, Problem } from '../../../shared/http/contract/problem.ts'
import type { Call } from '../../../shared/http/exchange.ts'
import { servePublic } from '../../../shared/http/serve.ts'
import { idAt } from '../../../shared/table/id.ts'
import { answered, caller, openWorld, refused, request, routes, send, startMs, token } from './chain.ts'

const cup = { id: 7, name: 'cup' }
const text = (length: number) => 'x'.repeat(length)

/** A path that makes and drops things, and what its action was called with. */
const openPath = (world = openWorld()) => {
  const calls: Call[] = []
  const handler = serve(
    routes,
    {
      makeThing: async call => {
        calls.push(call as unknown as Call)
        return { status: 201, body: cup } as const
      },
      dropThing: async () => ({ status: 204 }) as const,
    },
    {},
    world.ports,
  )
  return { ...world, calls, handler }
}

describe('a request that is refused', () => {
  const lacking = (...scopes: string[]) => `This client lacks the scope "${scopes.join('" or "')}".`
  const login = refused('unauthenticated', 'Send a live access token as "Authorization: Bearer …".', {
    headers: { 'www-authenticate': 'Bearer realm="verification-service"' },
  })
  const notJson = refused('unsupported_media_type', 'Send the body as application/json.')
  const tooLarge = refused('body_too_large', 'A body may have 262144 bytes.')
  const wrong = (...errors: [pointer: string, code: string, detail: string][]) =>
    refused(
      'invalid_request',
      `${errors.length} ${errors.length === 1 ? 'field is' : 'fields are'} not valid.`,
      { errors: errors.map(([pointer, code, detail]) => ({ pointer, code, detail })) },
    )
  const malformed = wrong(['', 'invalid_json', 'The body is not well-formed JSON.'])
  const inHeader = (authorization: string) => request({ headers: { authorization } })
  const ofType = (type: string) => request({ headers: { 'content-type': type } })

  it.each([
    [
      'by a method that the path does not take',
      request({ method: 'PUT' }),
      refused('method_not_allowed', 'This path takes POST, DELETE.', { headers: { allow: 'POST, DELETE' } }),
    ],
    ['without a token', request({ headers: { authorization: '' } }), login],
    ['with another scheme', inHeader(`Basic ${token}`), login],
    ['with a token that nobody was given', inHeader(`Bearer ${text(43)}`), login],
    ['with something that cannot be a token', inHeader('Bearer short'), login],
    ['with a token and more', inHeader(`Bearer ${token} and more`), login],
    [
      'without a token before its body is read',
      request({ headers: { authorization: '' }, body: '{' }),
      login,
    ],
    ['for JSON that breaks off', request({ body: '{"name":' }), malformed],
    ['for a form', ofType('application/x-www-form-urlencoded'), notJson],
    ['for text that looks like JSON', ofType('text/plain'), notJson],
    ['for a type that only begins like JSON', ofType('application/jsonp'), notJson],
    ['for a body above 256 KB', request({ body: text(262_145) }), tooLarge],
    ['for a body above 256 KB in bytes', request({ body: 'é'.repeat(131_073) }), tooLarge],
    [
      'for a body above 256 KB once it is decoded',
      request({ body: Buffer.from(text(262_145)).toString('base64'), isBase64Encoded: true }),
      tooLarge,
    ],
    ['for no body at all', request({ body: '' }), wrong(['/name', 'required', 'This field is required.'])],
    ['for a body of null', request({ body: 'null' }), wrong(['', 'wrong_type', 'Expected object.'])],
    ['for a body that is a list', request({ body: '[]' }), wrong(['', 'wrong_type', 'Expected object.'])],
    [
      'for every bad field of path, query and body at once',
      request({
        params: { id: '0x7' },
        query: { colour: 'green' },
        body: { name: 'teacup', size: 10, counts: { 'a/b~c': 'x' }, inner: { date: '2026-02-30' } },
      }),
      wrong(
        ['path/id', 'wrong_form', 'Expected an id: a whole number.'],
        ['query/colour', 'not_allowed', 'Expected one of: red, blue.'],
        ['/name', 'too_big', 'Expected at most 5 characters.'],
        ['/size', 'too_big', 'Expected at most 9.'],
        ['/counts/a~1b~0c', 'wrong_type', 'Expected number.'],
        ['/inner/date', 'wrong_form', 'Expected a date that exists, as YYYY-MM-DD.'],
      ),
    ],
  ])('%s', async (_why, event, answer) => {
    const { handler, calls } = openPath()
    expect(await send(handler, event)).toEqual(answer)
    expect(calls).toEqual([])
  })

  it.each([
    ['the scope', 'DELETE', 'dropThing', lacking('addresses')],
    ['any of the scopes', 'GET', 'readThing', lacking('webhooks', 'employments')],
  ] as const)('for a client without %s', async (_what, method, action, detail) => {
    const { ports } = openWorld({ ...caller, scopes: ['identities.nin'] })
    const handler = serve(routes, { [action]: async () => ({ status: 204 }) }, {}, ports)
    expect(await send(handler, request({ method }))).toEqual(refused('product_not_enabled', detail))
  })

  it('by the action, with its own code, headers and fields', async () => {
    const errors = [{ pointer: '/name', code: 'taken', detail: 'Choose another.' }]
    const refusals = [
      new Problem('unavailable', 'Wait a moment.', { headers: { 'retry-after': '3' } }),
      invalidRequest(errors),
    ]
    const { ports } = openWorld()
    const makeThing = async () => {
      throw refusals.shift()
    }
    const handler = serve(routes, { makeThing }, {}, ports)
    expect(await send(handler)).toEqual(
      refused('unavailable', 'Wait a moment.', { headers: { 'retry-after': '3' } }),
    )
    expect(await send(handler)).toEqual(refused('invalid_request', '1 field is not valid.', { errors }))
  })

  it('by the path’s own rule, beside what its schemas find and never twice for one field', async () => {
    const { ports } = openWorld()
    const found = (pointer: string) => ({ pointer, code: 'unlucky', detail: 'Expected another.' })
    const makeThing = async () => ({ status: 201, body: cup }) as const
    const rule = () => [found('path/id'), found('/name')]
    const handler = serve(routes, { makeThing }, { makeThing: rule }, ports)
    const missing = { pointer: '/name', code: 'required', detail: 'This field is required.' }
    expect(await send(handler, request({ body: {} }))).toEqual(
      refused('invalid_request', '2 fields are not valid.', { errors: [missing, found('path/id')] }),
    )
  })

  it('is told so in the shape of RFC 9457, to the byte', async () => {
    const { handler } = openPath()
    expect(await send(handler, request({ body: '{' }))).toEqual({
      statusCode: 400,
      headers: {
        'content-type': 'application/problem+json',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-request-id': 'request-1',
      },
      body: '{"type":"urn:problem:invalid_request","title":"The request is not valid","status":400,"detail":"1 field is not valid.","code":"invalid_request","requestId":"request-1","retryable":false,"errors":[{"pointer":"","code":"invalid_json","detail":"The body is not well-formed JSON."}]}',
    })
  })
})

describe('an action', () => {
  it('gets the caller and what its schemas made of the input, and nothing undeclared', async () => {
    const { handler, calls } = openPath()
    const body = { name: ' cup ', size: 3, undeclared: true }
    const event = request({ query: { colour: 'red', undeclared: '1' }, body })
    expect(await send(handler, event)).toEqual(answered(201, cup))
    expect(calls).toEqual([
      {
        caller,
        params: { id: 7 },
        query: { colour: 'red' },
        body: { name: 'cup', size: 3 },
        nowMs: startMs,
        id: idAt(startMs, 0),
        isRepeat: false,
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
    const { handler, lines } = failing(error)
    expect(await send(handler)).toEqual(
      refused('internal', 'The failure has been recorded; quote the requestId if it persists.'),
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
        status: 500,
        latencyMs: 0,
      },
    ])
    expect(JSON.stringify(lines)).not.toMatch(/Ngozi|0803/)
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
    expect(world.lines).toEqual([{ ...about, ...who, result: 'made', status: 201, latencyMs: 12 }])
  })

  it.each([
    ['a method that does not exist', request({ method: 'PUT' }), { status: 405 }],
    ['nobody', request({ headers: { authorization: '' } }), { action: 'makeThing', status: 401 }],
    ['bad input', request({ body: { name: '08031234567' } }), { action: 'makeThing', ...who, status: 400 }],
  ])('tells of %s without any input', async (_what, event, fields) => {
    const { handler, lines } = openPath()
    await send(handler, event)
    expect(lines).toEqual([{ event: 'request.answered', requestId: 'request-1', latencyMs: 0, ...fields }])
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
    expect(await send(handler, event)).toEqual(answered(200, cup))
    expect(held.size).toBe(0)
    const about = { event: 'request.answered', requestId: 'request-1', action: 'seeThing' }
    expect(lines).toEqual([{ ...about, status: 200, latencyMs: 0 }])
  })

  it('refuses as any other does', async () => {
    const { handler } = openPublic()
    const errors = [{ pointer: '/name', code: 'required', detail: 'This field is required.' }]
    expect(await send(handler, request({ body: {} }))).toEqual(
      refused('invalid_request', '1 field is not valid.', { errors }),
    )
    expect(await send(handler, request({ method: 'GET' }))).toEqual(
      refused('method_not_allowed', 'This path takes POST.', { headers: { allow: 'POST' } }),
    )
  })
})
