import { describe, expect, it } from 'vitest'
import { serve } from '../../../shared/http/api.ts'
import { invalidRequest, Problem } from '../../../shared/http/contract/problem.ts'
import { caller, openWorld, refused, request, routes, send, token, toStranger } from './chain.ts'
import { cup, openPath } from './path.ts'

const text = (length: number) => 'x'.repeat(length)

describe('a request that is refused', () => {
  const lacking = (...scopes: string[]) => `This client lacks the scope "${scopes.join('" or "')}".`
  const login = toStranger(
    refused('unauthenticated', 'Send a live access token as "Authorization: Bearer …".'),
  )
  const notJson = refused('unsupported_media_type', 'Send the body as application/json.')
  const tooLarge = refused('body_too_large', 'A body may have 262144 bytes.')
  const wrong = (said: string, ...errors: [pointer: string, code: string, detail: string][]) =>
    refused('invalid_request', said, {
      errors: errors.map(([pointer, code, detail]) => ({ pointer, code, detail })),
    })
  const notWellFormed = 'The body is not well-formed JSON.'
  const malformed = wrong(notWellFormed, ['', 'invalid_json', notWellFormed])
  const noObject = wrong('Expected object.', ['', 'wrong_type', 'Expected object.'])
  const inHeader = (authorization: string) => request({ headers: { authorization } })
  const ofType = (type: string) => request({ headers: { 'content-type': type } })

  it.each([
    [
      'by a method that the path does not take',
      request({ method: 'PUT' }),
      toStranger(
        refused('method_not_allowed', 'This path takes POST, DELETE.', {
          headers: { allow: 'POST, DELETE' },
        }),
      ),
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
    [
      'for no body at all',
      request({ body: '' }),
      wrong('name: This field is required.', ['/name', 'required', 'This field is required.']),
    ],
    ['for a body of null', request({ body: 'null' }), noObject],
    ['for a body that is a list', request({ body: '[]' }), noObject],
    [
      'for a parameter where there is none',
      request({ method: 'DELETE', query: { limit: '1' } }),
      wrong('query.limit: There is no such parameter. Expected none.', [
        'query/limit',
        'unknown',
        'There is no such parameter. Expected none.',
      ]),
    ],
    [
      'for every bad field of path, query and body at once',
      request({
        params: { id: '0x7' },
        query: { colour: 'green', color: 'red' },
        body: { name: 'teacup', size: 10, counts: { 'a/b~c': 'x' }, inner: { date: '2026-02-30' } },
      }),
      wrong(
        'path.id: Expected an id: a whole number. 6 more fields are not valid.',
        ['path/id', 'wrong_form', 'Expected an id: a whole number.'],
        ['query/colour', 'not_allowed', 'Expected one of: red, blue.'],
        ['query/color', 'unknown', 'There is no such parameter. Expected one of: colour.'],
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
    expect(await send(handler)).toEqual(refused('invalid_request', 'name: Choose another.', { errors }))
  })

  it('by the path’s own rule, beside what its schemas find and never twice for one field', async () => {
    const { ports } = openWorld()
    const found = (pointer: string) => ({ pointer, code: 'unlucky', detail: 'Expected another.' })
    const makeThing = async () => ({ status: 201, body: cup }) as const
    const rule = () => [found('path/id'), found('/name')]
    const handler = serve(routes, { makeThing }, { makeThing: rule }, ports)
    const missing = { pointer: '/name', code: 'required', detail: 'This field is required.' }
    expect(await send(handler, request({ body: {} }))).toEqual(
      refused('invalid_request', 'name: This field is required. 1 more field is not valid.', {
        errors: [missing, found('path/id')],
      }),
    )
  })

  it('is told so in the shape of RFC 9457, to the byte', async () => {
    const { handler } = openPath()
    expect(await send(handler, request({ body: '{' }))).toEqual({
      statusCode: 400,
      headers: {
        'content-type': 'application/problem+json',
        link: '</v1/docs/error-codes#invalid_request>; rel="help"',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'strict-transport-security': 'max-age=31536000',
        'x-request-id': 'request-1',
        'ratelimit-policy': '"requests";q=100;w=60',
        ratelimit: '"requests";r=99;t=60',
      },
      body: '{"type":"urn:problem:invalid_request","title":"The request is not valid","status":400,"detail":"The body is not well-formed JSON.","code":"invalid_request","requestId":"request-1","retryable":false,"errors":[{"pointer":"","code":"invalid_json","detail":"The body is not well-formed JSON."}],"message":"The body is not well-formed JSON.","statusCode":400}',
    })
  })
})
