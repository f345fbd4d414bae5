import { expect, it } from 'vitest'
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
