import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { expect, it } from 'vitest'
import type { Action } from '../../../shared/http/action.ts'
import { serveWorkers } from '../../../shared/http/work-api.ts'
import { clearCookieHeader, setCookieHeader } from '../../../shared/http/cookie.ts'
import { answered, openWorld, person, request, routes, send, sessionToken, token } from './chain.ts'

/* As in a stage: over https. */
process.env.STAGE = 'prod'

const session = `__Host-session=${sessionToken}`
const cup = { id: 7, name: 'cup' }

const ofPeople = {
  readThing: { ...routes.readThing, access: ['operations.agent'] },
  dropThing: { ...routes.dropThing, access: 'operations.agent' },
  seeThing: routes.seeThing,
} as const

/** One request of somebody's browser to a path for agents. */
const ask = async (
  method: string,
  { cookies = [session], headers = {} }: { cookies?: string[]; headers?: Record<string, string> } = {},
) => {
  const callers: unknown[] = []
  const { ports } = openWorld()
  const actions: { [name: string]: Action<never> } = {
    readThing: async ({ caller }) => ({ status: 200, body: cup, ...(callers.push(caller) && {}) }) as never,
    dropThing: async ({ caller }) => ({ status: 204, ...(callers.push(caller) && {}) }) as never,
    seeThing: async ({ caller }) => ({ status: 200, body: cup, ...(callers.push(caller) && {}) }) as never,
  }
  const event = request({ method })
  const { authorization: _, ...others } = event.headers
  const given = { ...others, 'x-forwarded-proto': 'https', ...headers }
  const sent = { ...event, headers: given, cookies } as unknown as APIGatewayProxyEventV2
  const answer = await send(serveWorkers(ofPeople, actions as never, {}, ports), sent)
  return { status: answer.statusCode, code: JSON.parse(answer.body || '{}').code, callers, answer }
}

const ownPage = { origin: 'https://api.example.com', 'sec-fetch-site': 'same-origin' }

it('is somebody of the operator, live, with the scopes of their roles', async () => {
  const { answer, callers } = await ask('GET')
  expect(answer).toEqual(answered(200, cup))
  expect(callers).toEqual([person])
})

it('is found among other cookies, and only under the name that no other host can set', async () => {
  expect((await ask('GET', { cookies: ['a=1', session, 'b=2'] })).status).toBe(200)
  for (const cookie of [`session=${sessionToken}`, `__Secure-session=${sessionToken}`, `x${session}`])
    expect((await ask('GET', { cookies: [cookie] })).status).toBe(401)
})

it('changes what a page of the very host asks for', async () => {
  expect((await ask('DELETE', { headers: ownPage })).status).toBe(204)
  // Older browsers say nothing of the site.
  expect((await ask('DELETE', { headers: { origin: ownPage.origin } })).status).toBe(204)
})

it.each([
  [{}],
  [{ origin: 'null' }],
  [{ origin: 'https://evil.example' }],
  [{ origin: 'http://api.example.com' }],
  [{ origin: 'https://api.example.com:8443' }],
  [{ origin: 'https://api.example.com.evil.example' }],
  [{ ...ownPage, 'sec-fetch-site': 'same-site' }],
  [{ ...ownPage, 'sec-fetch-site': 'cross-site' }],
  [{ ...ownPage, 'sec-fetch-site': 'none' }],
])('changes nothing for a page that says %o, nor where anybody may', async headers => {
  for (const method of ['DELETE', 'POST']) {
    const { status, code, callers } = await ask(method, { headers: headers as Record<string, string> })
    expect([status, code, callers]).toEqual([403, 'foreign_origin', []])
  }
})

it('counts for nothing beside a token, good or bad', async () => {
  const asClient = await ask('GET', { headers: { authorization: `Bearer ${token}` } })
  expect([asClient.status, asClient.code]).toEqual([403, 'product_not_enabled'])
  for (const authorization of [`Bearer ${'x'.repeat(43)}`, 'Basic eDp5', ''])
    expect((await ask('GET', { headers: { authorization } })).status).toBe(401)
})

it.each(['', 'short', `${sessionToken}=`, `${sessionToken}"`, 'x'.repeat(500)])(
  'that is %j lets nobody in, and is not looked for',
  async value => {
    expect((await ask('GET', { cookies: [`__Host-session=${value}`] })).status).toBe(401)
  },
)

it('is kept by a browser for this host alone, over https, away from scripts and other sites', () => {
  expect(setCookieHeader('session', 'value', 43_200)).toBe(
    '__Host-session=value; Path=/; Max-Age=43200; HttpOnly; Secure; SameSite=Strict',
  )
  expect(setCookieHeader('sign-in', 'value', 600)).toBe(
    '__Host-sign-in=value; Path=/; Max-Age=600; HttpOnly; Secure; SameSite=Lax',
  )
  expect(clearCookieHeader('session')).toBe(
    '__Host-session=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Strict',
  )
})
