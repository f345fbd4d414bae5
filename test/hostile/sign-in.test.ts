import {
  AdminRemoveUserFromGroupCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider'
import { describe, expect, it } from 'vitest'
import { joinGroup, userPoolOf } from '../../infra/local/seed.ts'
import type { Route } from '../../shared/http/contract/route.ts'
import { routes } from '../../shared/routes.ts'
import { call } from '../support/api-client.ts'
import { openBrowser, type Visit } from '../support/browser-session.ts'
import { joinWorld } from '../support/environment.ts'
import { somePath } from '../support/route-inputs.ts'
import { chooseAtIssuer, type Person, personOf, signIn } from '../support/sign-in.ts'

const world = await joinWorld()

const signInPath = (returnTo?: string) =>
  `${world.url}/v1/session/sign-in${returnTo === undefined ? '' : `?returnTo=${encodeURIComponent(returnTo)}`}`

const problemOf = ({ status, body }: Visit) => [status, JSON.parse(body).code]

/** Begins, chooses somebody, and stops where the issuer sends the browser back to us. */
const untilCallback = async (personId: string) => {
  const browser = openBrowser()
  const page = await browser.visit('GET', signInPath())
  let here = await browser.ask('POST', page.url, { person: personId })
  for (;;) {
    const next = new URL(here.headers.get('location')!, here.url)
    if (next.href.startsWith(world.url)) return { browser, callback: next }
    here = await browser.ask('GET', next.href)
  }
}

const isSignedIn = async (person: Person): Promise<boolean> =>
  (await person.get('/v1/session')).status === 200

describe('somebody who signs in', () => {
  it('is led to the issuer with a code challenge, and keeps nothing but a secret of ten minutes', async () => {
    const { status, headers } = await openBrowser().ask('GET', signInPath('/v1/work'))
    const { origin, searchParams } = new URL(headers.get('location')!)
    expect([status, origin]).toEqual([302, new URL(headers.get('location')!).origin])
    expect(Object.fromEntries(searchParams)).toEqual({
      redirect_uri: `${world.url}/v1/session/callback`,
      scope: 'openid',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      client_id: expect.any(String),
      response_type: 'code',
    })
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^sign-in=[\w-]{43}\.\d{13}\.[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
      ),
    ])
  })

  it('returns to a page that redirects to ours, with a session cookie that no script reads', async () => {
    const browser = openBrowser()
    const page = await chooseAtIssuer(browser, world, 'agent-1', '/v1/work/today')
    expect(page.status).toBe(200)
    expect(page.body).toContain('<meta http-equiv="refresh" content="0;url=/v1/work/today">')
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^session=[\w-]{50,}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/),
      'sign-in=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
    ])
    const { body } = await personOf(browser, world).get('/v1/session')
    expect(body).toEqual({
      id: 'agent-1',
      roles: ['agent'],
      endsAt: expect.any(String),
      idleEndsAt: expect.any(String),
    })
    const [endsIn, idleEndsIn] = [body.endsAt, body.idleEndsAt].map(at => Date.parse(at) - Date.now())
    expect(Math.round(endsIn! / 3_600_000)).toBe(12)
    expect(Math.round(idleEndsIn! / 3_600_000)).toBe(1)
  })

  it('is who was chosen, however many do at once', async () => {
    const ids = ['agent-1', 'agent-2', 'reviewer-1', 'reviewer-2', 'operator-1']
    const people = await Promise.all(ids.map(id => signIn(world, id)))
    expect(new Set(people.map(({ cookie }) => cookie)).size).toBe(ids.length)
    const found = await Promise.all(people.map(person => person.get('/v1/session')))
    expect(found.map(({ body }) => body.id)).toEqual(ids)
    expect(found.map(({ body }) => body.roles)).toEqual([
      ['agent'],
      ['agent'],
      ['reviewer'],
      ['reviewer'],
      ['operator'],
    ])
  })

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/v1/work/../../evil',
    '/v1/work?to=//evil.example',
    '/v1/work#//evil.example',
    '/v1/desk#/case/"><script>',
    '/v1/desk#/case/12-34?to=//evil.example',
    '/v1/workshop',
    '/v1/work/"><script>',
    'javascript:alert(1)',
    '',
  ])('is led to our own pages alone, and not to %j', async returnTo => {
    const refused = await openBrowser().ask('GET', signInPath(returnTo))
    expect(problemOf(refused)).toEqual([400, 'invalid_request'])
    expect(refused.headers.has('location') || refused.headers.has('set-cookie')).toBe(false)
  })
})

describe('a callback from the identity provider is refused', () => {
  const refused = [400, 'sign_in_failed']

  it('in a browser that did not start it, as with somebody else’s link', async () => {
    const { callback } = await untilCallback('agent-1')
    expect(problemOf(await openBrowser().ask('GET', callback.href))).toEqual(refused)
    // Nor with a sign-in of one's own that is under way.
    const { browser } = await untilCallback('agent-2')
    const visit = await browser.ask('GET', callback.href)
    expect(problemOf(visit)).toEqual(refused)
    expect(browser.cookiesOf(world.url).has('session')).toBe(false)
  })

  it('a second time', async () => {
    const { browser, callback } = await untilCallback('agent-1')
    const cookie = [...browser.cookiesOf(world.url)].map(pair => pair.join('=')).join('; ')
    expect((await browser.ask('GET', callback.href)).status).toBe(200)
    expect(problemOf(await browser.ask('GET', callback.href))).toEqual(refused)
    const again = await call(callback.href, 'GET', { headers: { cookie } })
    expect([again.status, again.body.code]).toEqual(refused)
    expect(again.headers.has('set-cookie')).toBe(false)
  })

  it('by one of two that come at once', async () => {
    const { browser, callback } = await untilCallback('agent-1')
    const cookie = [...browser.cookiesOf(world.url)].map(pair => pair.join('=')).join('; ')
    const both = await Promise.all([1, 2].map(() => call(callback.href, 'GET', { headers: { cookie } })))
    expect(both.filter(({ status }) => status === 200).length).toBeLessThan(2)
    expect(both.filter(({ headers }) => headers.has('set-cookie')).length).toBeLessThan(2)
  })

  it.each(['state', 'code'])('with another %s', async name => {
    const { browser, callback } = await untilCallback('agent-1')
    callback.searchParams.set(name, 'x'.repeat(43))
    expect(problemOf(await browser.ask('GET', callback.href))).toEqual(refused)
  })

  it('after ten minutes, also where somebody changes the time in the cookie', async () => {
    const { browser, callback } = await untilCallback('agent-1')
    const [secret, startedAt, returnTo] = browser.cookiesOf(world.url).get('sign-in')!.split('.')
    for (const at of [Number(startedAt) - 600_000, Number(startedAt) + 1, 'x', '']) {
      const cookie = `sign-in=${secret}.${at}.${returnTo}`
      const answer = await call(callback.href, 'GET', { headers: { cookie } })
      expect([answer.status, answer.body.code]).toEqual(refused)
    }
    const elsewhere = Buffer.from('//evil.example').toString('base64url')
    const moved = { cookie: `sign-in=${secret}.${startedAt}.${elsewhere}` }
    expect((await call(callback.href, 'GET', { headers: moved })).body.code).toBe('sign_in_failed')
    expect((await browser.ask('GET', callback.href)).status).toBe(200)
  })

  it('with the issuer’s own refusal, of which nothing is shown', async () => {
    const browser = openBrowser()
    const page = await browser.visit('GET', signInPath())
    const visit = await browser.visit('POST', page.url, { person: 'nobody' })
    expect(problemOf(visit)).toEqual(refused)
    expect(visit.body).not.toMatch(/access_denied|chosen/)
  })
})

const leaveGroup = async (Username: string, GroupName: string): Promise<void> => {
  const { AWS_ENDPOINT_URL, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } =
    world.emulator.environment
  const pool = new CognitoIdentityProviderClient({
    endpoint: AWS_ENDPOINT_URL!,
    region: AWS_REGION!,
    credentials: { accessKeyId: AWS_ACCESS_KEY_ID!, secretAccessKey: AWS_SECRET_ACCESS_KEY! },
  })
  const UserPoolId = world.emulator.outputs.UserPoolId
  await pool.send(new AdminRemoveUserFromGroupCommand({ UserPoolId, Username, GroupName }))
  pool.destroy()
}

describe('somebody without a role', () => {
  it('is told so, and is given no session', async () => {
    const pool = userPoolOf(world.emulator)!
    await joinGroup(pool, { personId: 'reviewer-2', group: 'agent' })
    const both = await signIn(world, 'reviewer-2')
    expect((await both.get('/v1/session')).body.roles).toEqual(['agent', 'reviewer'])
    for (const GroupName of ['agent', 'reviewer']) await leaveGroup('reviewer-2', GroupName)
    const browser = openBrowser()
    const visit = await chooseAtIssuer(browser, world, 'reviewer-2')
    expect(problemOf(visit)).toEqual([403, 'no_role'])
    expect(visit.headers.has('set-cookie')).toBe(false)
    // What was open from before has ended with it.
    expect((await both.get('/v1/session')).status).toBe(401)
    await joinGroup(pool, { personId: 'reviewer-2', group: 'reviewer' })
    expect((await (await signIn(world, 'reviewer-2')).get('/v1/session')).body.roles).toEqual(['reviewer'])
  })

  it('may not do what another role may', async () => {
    const agent = await signIn(world, 'agent-1')
    const { status, body } = await agent.post('/v1/operations/assignments/1-1/decision', { approve: true })
    expect([status, body.code]).toEqual([403, 'product_not_enabled'])
    expect((await agent.get('/v1/operations/assignments')).status).toBe(200)
  })
})

describe('a session', () => {
  it('changes nothing but from a page of our own', async () => {
    const agent = await signIn(world, 'agent-1')
    const foreign: readonly Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${world.url}.evil.example` },
      { origin: world.url.replace('http:', 'https:') },
      { origin: world.url, 'sec-fetch-site': 'cross-site' },
      { origin: world.url, 'sec-fetch-site': 'same-site' },
    ]
    for (const headers of foreign)
      for (const [method, path] of [
        ['DELETE', '/v1/session'],
        ['POST', '/v1/session/sign-out'],
        ['POST', '/v1/operations/assignments/1-1/claim'],
      ] as const) {
        const { status, body } = await agent.request(method, path, undefined, headers)
        expect([path, headers, status, body.code]).toEqual([path, headers, 403, 'foreign_origin'])
      }
    const without = await call(`${world.url}/v1/session`, 'DELETE', { headers: { cookie: agent.cookie } })
    expect([without.status, without.body.code]).toEqual([403, 'foreign_origin'])
    expect(await isSignedIn(agent)).toBe(true)
  })

  it('is ignored if the request has a token', async () => {
    const agent = await signIn(world, 'agent-1')
    const { token } = await world.client('live-operations')
    const authorization = `Bearer ${token}`
    const asClient = await agent.request('GET', '/v1/session', undefined, { authorization })
    expect([asClient.status, asClient.body.code]).toEqual([404, 'not_found'])
    const wrong = { authorization: `Bearer ${'x'.repeat(43)}` }
    const asNobody = await agent.request('GET', '/v1/session', undefined, wrong)
    expect([asNobody.status, asNobody.body.code]).toEqual([401, 'unauthenticated'])
  })

  it('that is invented, or has another person’s secret, is refused', async () => {
    const { cookie } = await signIn(world, 'agent-1')
    const secret = cookie.slice('session='.length, 'session='.length + 43)
    const named = (id: string) => `session=${secret}${Buffer.from(id).toString('base64url')}`
    for (const forged of [
      named('agent-2'),
      named('operator-1'),
      `session=${secret}`,
      'session=',
      `${cookie}x`,
    ])
      expect((await call(`${world.url}/v1/session`, 'GET', { headers: { cookie: forged } })).status).toBe(401)
  })

  it('ends when it is ended, and the other ones of this person go on', async () => {
    const [one, other] = [await signIn(world, 'agent-1'), await signIn(world, 'agent-1')]
    const { status, headers } = await one.delete('/v1/session')
    expect(status).toBe(204)
    expect(headers.getSetCookie()).toEqual(['session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict'])
    expect((await one.get('/v1/session')).status).toBe(401)
    expect(await isSignedIn(other)).toBe(true)
    expect((await one.delete('/v1/session')).status).toBe(204)
  })

  it('ends by a form, which goes on to the issuer to end it there', async () => {
    const agent = await signIn(world, 'agent-1')
    const { status, body } = await agent.browser.ask('POST', `${world.url}/v1/session/sign-out`, {})
    const there = new URL(/refresh" content="0;url=([^"]+)"/.exec(body)![1]!.replaceAll('&amp;', '&'))
    expect([status, there.pathname]).toEqual([200, '/session/end'])
    expect(there.searchParams.get('post_logout_redirect_uri')).toBe(`${world.url}/`)
    expect((await agent.browser.ask('GET', there.href)).status).toBe(200)
    expect(agent.browser.cookiesOf(world.url).has('session')).toBe(false)
    expect((await agent.get('/v1/session')).status).toBe(401)
  })
})

const guarded = Object.values<Route>(routes).filter(({ access }) => access !== 'public')
const isWork = ({ access }: Route) => [access].flat().every(each => each.startsWith('operations.'))

it('lets a session in where the operator’s people work, and on no customer’s path', async () => {
  const agent = await signIn(world, 'agent-1')
  const refused = guarded.map(async route => {
    const path = somePath(route)
    return [route.path, (await agent.request(route.method, path, route.body && {})).status === 401] as const
  })
  expect(await Promise.all(refused)).toEqual(guarded.map(route => [route.path, !isWork(route)]))
  expect(guarded.filter(isWork).length).toBeGreaterThan(1)
})

describe('the operator', () => {
  it('lists who signed in, ends the sessions of one person, and disables another', async () => {
    const agent = await signIn(world, 'agent-2')
    const { people } = (await world.administer({ command: 'listPeople' })) as { people: object[] }
    expect(people).toContainEqual({ personId: 'agent-2', roles: ['agent'], signedInAt: expect.any(String) })
    await world.administer({ command: 'endSessions', personId: 'agent-2' })
    // This container has not met the session; those that have forget it within a minute.
    expect((await agent.get('/v1/operations/assignments')).status).toBe(401)
    await world.administer({ command: 'disablePerson', personId: 'agent-2' })
    const visit = await chooseAtIssuer(openBrowser(), world, 'agent-2')
    expect(problemOf(visit)).toEqual([403, 'no_role'])
    await world.administer({ command: 'enablePerson', personId: 'agent-2' })
    expect(await isSignedIn(await signIn(world, 'agent-2'))).toBe(true)
    await expect(world.administer({ command: 'disablePerson', personId: 'nobody' })).rejects.toThrow(
      'personId: nobody has signed in as this person',
    )
  })
})

it('keeps and logs no session, no code and no token', async () => {
  const { browser, callback } = await untilCallback('reviewer-1')
  const cookie = browser.cookiesOf(world.url).get('sign-in')!
  await browser.ask('GET', callback.href)
  const token = browser.cookiesOf(world.url).get('session')!
  await personOf(browser, world).get('/v1/session')
  const secrets = [token, token.slice(0, 43), cookie, callback.searchParams.get('code')!]
  const written = world.emulator.recorded
    .filter(({ service }) => service === 'dynamodb')
    .map(({ body }) => body)
  expect(written.some(body => body.includes('person#reviewer-1'))).toBe(true)
  for (const secret of secrets) {
    expect(written.some(body => body.includes(secret))).toBe(false)
    expect(world.logLines.some(line => line.includes(secret))).toBe(false)
  }
})
