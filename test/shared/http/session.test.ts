import { expect, it } from 'vitest'
import { clearCookieHeader, setCookieHeader } from '../../../shared/http/cookie.ts'
import { serveWorkers } from '../../../shared/http/work-api.ts'
import { browser, ownPage } from './browser.ts'
import { answered, person, routes, sessionToken, token } from './chain.ts'
import { cup } from './path.ts'

/* As in a stage: over https. */
process.env.STAGE = 'prod'

const session = `__Host-session=${sessionToken}`

const ofPeople = {
  readThing: { ...routes.readThing, access: ['operations.agent'] },
  dropThing: { ...routes.dropThing, access: 'operations.agent' },
  seeThing: routes.seeThing,
} as const

const ask = browser(session, (actions, ports) => serveWorkers(ofPeople, actions as never, {}, ports))

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
  for (const [name, sameSite] of [
    ['session', 'Strict'],
    ['portal', 'Strict'],
    ['sign-in', 'Lax'],
  ] as const)
    expect(setCookieHeader(name, 'value', 600)).toBe(
      `__Host-${name}=value; Path=/; Max-Age=600; HttpOnly; Secure; SameSite=${sameSite}`,
    )
  expect(clearCookieHeader('session')).toBe(
    '__Host-session=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Strict',
  )
})
