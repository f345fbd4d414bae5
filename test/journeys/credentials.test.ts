import { describe, expect, it } from 'vitest'
import { apiClient, call } from '../support/api-client.ts'
import { joinWorld } from '../support/environment.ts'

const world = await joinWorld()
for (const name of ['local-test', 'local-live']) await world.client(name)

const administer = async (command: object) => (await world.administer(command)) as Record<string, string>

const signIn = (clientId: string, secret: string) =>
  call(`${world.url}/v1/token`, 'POST', { body: { clientId, secret } })

const client = {
  command: 'createClient',
  organisationId: 1,
  mode: 'test',
  scopes: ['addresses', 'employments'],
}

it('gives a signed-in client a bearer token for two hours', async () => {
  const { status, body } = await signIn('local-test', 'local-test-secret')
  expect(status).toBe(200)
  expect(body).toEqual({
    accessToken: expect.stringMatching(/^[\w-]{43}local-test$/),
    expiresIn: 7200,
    tokenType: 'Bearer',
  })
})

it.each([
  ['local-test', 'wrong'],
  ['nobody', 'local-test-secret'],
  ['local-live', 'local-test-secret'],
])('refuses %s with a secret that is not its own', async (clientId, secret) => {
  expect(await signIn(clientId, secret)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
})

it('keeps two secrets alive during a rotation, and no third', async () => {
  const { clientId, secret: first } = await administer(client)
  const { secret: second } = await administer({ command: 'rotateSecret', clientId })
  expect((await signIn(clientId!, first!)).status).toBe(200)
  expect((await signIn(clientId!, second!)).status).toBe(200)
  const { secret: third } = await administer({ command: 'rotateSecret', clientId })
  expect((await signIn(clientId!, first!)).status).toBe(401)
  expect((await signIn(clientId!, second!)).status).toBe(200)
  expect((await signIn(clientId!, third!)).status).toBe(200)
})

it('lets a removed client neither sign in nor use a token it had', async () => {
  const { clientId, secret } = await administer(client)
  const { get } = await apiClient(world.url, clientId!, secret!)
  expect((await get('/v1/addresses')).status).toBe(200)
  await administer({ command: 'removeClient', clientId })
  expect((await signIn(clientId!, secret!)).status).toBe(401)
  // This function's containers have not met the token; those that have forget it within a minute.
  expect((await get('/v1/employments')).status).toBe(401)
})

it('lets a client whose tokens were revoked sign in anew', async () => {
  const { clientId, secret } = await administer(client)
  const { get } = await apiClient(world.url, clientId!, secret!)
  await administer({ command: 'revokeTokens', clientId })
  expect((await get('/v1/employments')).status).toBe(401)
  const renewed = await apiClient(world.url, clientId!, secret!)
  expect((await renewed.get('/v1/employments')).status).toBe(200)
})

it('stores no secret and no token, only digests', async () => {
  const { clientId, secret } = await administer(client)
  const { token } = await apiClient(world.url, clientId!, secret!)
  const written = world.emulator.recorded
    .filter(({ service }) => service === 'dynamodb')
    .map(({ body }) => body)
  expect(written.some(body => body.includes(clientId!))).toBe(true)
  expect(written.some(body => body.includes(secret!) || body.includes(token))).toBe(false)
  expect(world.logLines.some(line => line.includes(secret!) || line.includes(token))).toBe(false)
})

const basicOf = (clientId: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
})

/** As an OAuth client asks, whose document RFC 6749 is: `sent` is a form. */
const askByForm = async (sent: string | Record<string, string>, headers = {}, path = '/v1/token') => {
  const response = await fetch(`${world.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(sent).toString(),
  })
  const { status } = response
  return { status, headers: response.headers, body: (await response.json()) as Record<string, string> }
}

describe('a standard OAuth client', async () => {
  const scopes = ['addresses', 'events', 'webhooks']
  const { clientId, secret } = (await administer({ ...client, scopes })) as {
    clientId: string
    secret: string
  }
  const grant = { grant_type: 'client_credentials' }
  const inBody = { ...grant, client_id: clientId, client_secret: secret }
  const byBasic = basicOf(clientId, secret)

  it.each([
    ['in the body', '/v1/token', inBody, {}],
    ['by Basic', '/v1/token', grant, byBasic],
    ['at the other path, with an empty scope', '/token', { ...inBody, scope: '' }, {}],
    [
      'by Basic beside an empty secret',
      '/token',
      { ...grant, client_id: clientId, client_secret: '' },
      byBasic,
    ],
    ['for some of its scopes', '/v1/token', { ...inBody, scope: 'events  addresses' }, {}],
    [
      'with a field that it does not know',
      '/v1/token',
      { ...inBody, resource: 'https://api.example.com' },
      {},
    ],
    [
      'with a type in capitals and a charset',
      '/v1/token',
      inBody,
      { 'content-type': 'Application/X-WWW-Form-Urlencoded; charset=UTF-8' },
    ],
  ])('gets a token that names all its scopes: %s', async (_how, path, sent, headers) => {
    const { status, headers: answered, body } = await askByForm(sent, headers, path)
    expect([status, answered.get('content-type'), answered.get('cache-control')]).toEqual([
      200,
      'application/json',
      'no-store',
    ])
    expect(body).toEqual({
      access_token: expect.stringMatching(new RegExp(`^[\\w-]{43}${clientId}$`)),
      token_type: 'Bearer',
      expires_in: 7200,
      scope: scopes.join(' '),
    })
    const authorization = `Bearer ${body.access_token}`
    expect((await call(`${world.url}/v1/addresses`, 'GET', { headers: { authorization } })).status).toBe(200)
  })

  it.each([
    ['invalid_request', 'no grant', { client_id: clientId, client_secret: secret }, {}],
    ['invalid_request', 'a field twice', `${new URLSearchParams(inBody)}&client_id=${clientId}`, {}],
    ['invalid_request', 'its secret in both ways', inBody, byBasic],
    [
      'unsupported_grant_type',
      'a password',
      { ...inBody, grant_type: 'password', username: 'a', password: 'b' },
      {},
    ],
    ['unsupported_grant_type', 'a code', { ...inBody, grant_type: 'authorization_code', code: 'x' }, {}],
    ['unsupported_grant_type', 'a grant in capitals', { ...inBody, grant_type: 'CLIENT_CREDENTIALS' }, {}],
    ['invalid_scope', 'a scope that is none', { ...inBody, scope: 'addresses everything' }, {}],
    ['invalid_scope', 'a scope that it has not', { ...inBody, scope: 'operations.operator' }, {}],
    ['invalid_scope', 'a scope in capitals', { ...grant, scope: 'Addresses' }, byBasic],
  ])('is refused as RFC 6749 says, %s: %s', async (error, _what, sent, headers) => {
    const { status, body } = await askByForm(sent, headers)
    expect([status, body]).toEqual([
      400,
      { error, error_description: expect.stringMatching(/^[ !#-[\]-~]+$/) },
    ])
  })

  it.each([
    ['another secret', { ...inBody, client_secret: 'wrong' }, {}],
    ['another secret by Basic', grant, basicOf(clientId, 'wrong')],
    ['a client that is none', { ...inBody, client_id: 'nobody' }, {}],
    ['no secret', { ...grant, client_id: clientId }, {}],
    [
      'another secret and a scope that it has not',
      { ...inBody, client_secret: 'x', scope: 'everything' },
      {},
    ],
  ])('is invalid_client with %s, and told how to show its secret', async (_what, sent, headers) => {
    const { status, headers: answered, body } = await askByForm(sent, headers)
    expect([status, body.error]).toEqual([401, 'invalid_client'])
    expect(answered.get('www-authenticate')).toBe('Basic realm="verification-service", charset="UTF-8"')
  })

  it('has a limit of wrong secrets that both ways and JSON share', async () => {
    const limited = (await administer(client)) as { clientId: string; secret: string }
    const ways = [
      (wrong: string) => askByForm({ ...grant, client_id: limited.clientId, client_secret: wrong }),
      (wrong: string) => askByForm(grant, basicOf(limited.clientId, wrong)),
      (wrong: string) => signIn(limited.clientId, wrong),
    ]
    const answers = await Promise.all(Array.from({ length: 39 }, (_, each) => ways[each % 3]!(`${each}`)))
    // An hour may end meanwhile.
    expect(answers.filter(({ status }) => status === 401).length).toBeGreaterThanOrEqual(30)
    for (const way of ways) {
      const { status, headers, body } = await way('one more')
      expect([status, body.code, headers.has('retry-after')]).toEqual([429, 'too_many_requests', true])
    }
    expect((await askByForm(grant, basicOf(limited.clientId, limited.secret))).status).toBe(200)
    for (const { body } of answers) expect(JSON.stringify(body)).not.toContain(limited.secret)
    const shown = [limited.secret, Buffer.from(`${limited.clientId}:${limited.secret}`).toString('base64')]
    expect(world.logLines.filter(line => shown.some(each => line.includes(each)))).toEqual([])
  })
})

it.each(['/v1/token', '/token'])('is told by every 401 how to authenticate: %s', async path => {
  const body = { clientId: 'local-test', secret: 'nope' }
  const { status, headers } = await call(`${world.url}${path}`, 'POST', { body })
  expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="verification-service"'])
})

it.each([
  [
    { command: 'createClient', organisationId: 999_999, mode: 'test', scopes: ['addresses'] },
    /organisationId/,
  ],
  [{ ...client, scopes: ['everything'] }, /scopes/],
  [{ command: 'createOrganisation', name: '' }, /name/],
  [{ command: 'destroy' }, /command/],
])('tells an operator what is wrong with %o', async (command, words) => {
  await expect(administer(command)).rejects.toThrow(words)
})
