import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { expect, it } from 'vitest'
import type { Caller } from '../../../shared/account/caller.ts'
import type { Action } from '../../../shared/http/action.ts'
import { serve } from '../../../shared/http/api.ts'
import { setCookieHeader } from '../../../shared/http/cookie.ts'
import { answered, caller, openWorld, portalToken, request, routes, send, token } from './chain.ts'

/* As in a stage: over https. */
process.env.STAGE = 'prod'

const portal = `__Host-portal=${portalToken}`
const cup = { id: 7, name: 'cup' }
const reader: Caller = { ...caller, scopes: ['addresses', 'webhooks'] }

const inPortal = {
  readThing: { ...routes.readThing, inPortal: true },
  dropThing: { ...routes.dropThing, inPortal: true },
} as const

interface Asked {
  readonly cookies?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
  readonly of?: typeof inPortal | typeof routes
}

/** One request of an integrator's browser to a path of things. */
const ask = async (method: string, { cookies = [portal], headers = {}, of = inPortal }: Asked = {}) => {
  const callers: unknown[] = []
  const world = openWorld(reader)
  const actions: { [name: string]: Action<never> } = {
    readThing: async ({ caller }) => ({ status: 200, body: cup, ...(callers.push(caller) && {}) }) as never,
    dropThing: async ({ caller }) => ({ status: 204, ...(callers.push(caller) && {}) }) as never,
  }
  const event = request({ method })
  const { authorization: _, ...others } = event.headers
  const given = { ...others, 'x-forwarded-proto': 'https', ...headers }
  const sent = { ...event, headers: given, cookies } as unknown as APIGatewayProxyEventV2
  const answer = await send(serve(of, actions as never, {}, world.ports), sent)
  return { status: answer.statusCode, code: JSON.parse(answer.body || '{}').code, callers, answer, world }
}

const ownPage = { origin: 'https://api.example.com', 'sec-fetch-site': 'same-origin' }

it('is the client it was opened for, and is counted as that client', async () => {
  const { answer, callers } = await ask('GET')
  expect(answer).toEqual(answered(200, cup))
  expect(callers).toEqual([reader])
})

it('is nothing on a path that does not ask for it', async () => {
  for (const [method, headers] of [
    ['GET', {}],
    ['DELETE', ownPage],
  ] as const) {
    const { status, code, callers } = await ask(method, { headers, of: routes })
    expect([status, code, callers]).toEqual([401, 'unauthenticated', []])
  }
})

it('is found only under the name that no other host can set, and is no person’s session', async () => {
  for (const cookie of [`portal=${portalToken}`, `__Host-session=${portalToken}`, `__Host-portal=${token}`])
    expect((await ask('GET', { cookies: [cookie] })).status).toBe(401)
})

it('changes what a page of the very host asks for', async () => {
  expect((await ask('DELETE', { headers: ownPage })).status).toBe(204)
})

it.each([
  [{}],
  [{ origin: 'null' }],
  [{ origin: 'https://evil.example' }],
  [{ origin: 'http://api.example.com' }],
  [{ ...ownPage, 'sec-fetch-site': 'same-site' }],
  [{ ...ownPage, 'sec-fetch-site': 'cross-site' }],
])('changes nothing for a page that says %o', async headers => {
  const { status, code, callers } = await ask('DELETE', { headers: headers as Record<string, string> })
  expect([status, code, callers]).toEqual([403, 'foreign_origin', []])
})

it('counts for nothing beside a token, good or bad, and is no token', async () => {
  expect((await ask('DELETE', { headers: { authorization: `Bearer ${token}` } })).status).toBe(204)
  for (const authorization of [`Bearer ${'x'.repeat(43)}`, `Bearer ${portalToken}`, ''])
    expect((await ask('GET', { headers: { authorization } })).status).toBe(401)
})

it('stands in the log line, and its requests in no request log', async () => {
  const { world } = await ask('DELETE')
  expect(world.lines.at(-1)).toMatchObject({ event: 'request.answered', isPortal: true, status: 403 })
  expect(world.requests).toEqual([])
})

it('is kept by a browser for this host alone, over https, away from scripts and other sites', () => {
  expect(setCookieHeader('portal', 'value', 28_800)).toBe(
    '__Host-portal=value; Path=/; Max-Age=28800; HttpOnly; Secure; SameSite=Strict',
  )
})
