import { describe, expect, it } from 'vitest'
import { portalSeconds } from '../../shared/account/session.ts'
import type { Route } from '../../shared/http/contract/route.ts'
import { type ActionName, routes } from '../../shared/routes.ts'
import { type ApiClient, apiClient, call } from '../support/api-client.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { addressOrder, businessAddressOrder, employmentOrder, proAddressOrder } from '../support/orders.ts'
import { askAsPage, cookieOf, openPortal, portalLink } from '../support/portal.ts'
import { exampleBody, somePath } from '../support/route-inputs.ts'
import { signIn } from '../support/sign-in.ts'

const world = await joinWorld()
const client = await world.client()
for (const clientId of ['local-live', 'other-test']) await world.client(clientId)

const openWith = (link: string, origin?: string) =>
  askAsPage(world, ['POST', '/v1/portal/links/open'], { body: { link }, ...(origin && { origin }) })

const newClient = async (mode: 'test' | 'live' = 'test') => {
  const command = { command: 'createClient', organisationId: 1, mode, scopes: ['addresses', 'webhooks'] }
  return (await world.administer(command)) as { clientId: string; secret: string }
}

describe('a link', () => {
  it('leads to the page with its secret in the fragment, and says when it ends', async () => {
    const { body } = await client.post('/v1/portal/links')
    expect(body.url).toMatch(new RegExp(`^${world.url}/v1/portal#/link/[\\w-]{53}$`))
    expect(Math.round((Date.parse(body.expiresAt) - Date.now()) / 60_000)).toBe(5)
  })

  it('is made for a request with an Idempotency-Key, and anew for a repeat, as none of it is kept', async () => {
    const ask = () => client.post('/v1/portal/links', undefined, { 'idempotency-key': 'a-link' })
    const [first, again] = [await ask(), await ask()]
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body.url).not.toBe(first.body.url)
  })

  it('opens a session of the client, in a cookie that no script reads, and says whose it is', async () => {
    const opened = await openWith((await portalLink(client)).link)
    expect(opened.status).toBe(201)
    expect(opened.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^portal=[\w-]{53}; Path=\/; Max-Age=28800; HttpOnly; SameSite=Strict$/),
    ])
    expect(opened.body).toEqual({
      clientId: 'local-test',
      organisation: { id: world.organisationId, name: 'First organisation' },
      mode: 'test',
      scopes: expect.arrayContaining(['addresses', 'webhooks', 'identities.nin']),
      endsAt: expect.any(String),
      idleEndsAt: expect.any(String),
    })
    const [ends, idleEnds] = [opened.body.endsAt, opened.body.idleEndsAt].map(at =>
      Math.round((Date.parse(at) - Date.now()) / 60_000),
    )
    expect([ends, idleEnds]).toEqual([portalSeconds / 60, 60])
    const asked = await askAsPage(world, ['GET', '/v1/portal/session'], { cookie: cookieOf(opened) })
    expect([asked.status, asked.body.clientId]).toEqual([200, 'local-test'])
  })

  it('is used once, by one of any that come at once', async () => {
    const { link } = await portalLink(client)
    const answers = await Promise.all([1, 2, 3].map(() => openWith(link)))
    expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1)
    const again = await openWith(link)
    expect([again.status, again.body.code]).toEqual([401, 'unauthenticated'])
    expect(again.headers.getSetCookie()).toEqual([])
  })

  it('is no token and no session, nor is either of these a link', async () => {
    const { link } = await portalLink(client)
    const asToken = await call(`${world.url}/v1/events`, 'GET', {
      headers: { authorization: `Bearer ${link}` },
    })
    expect(asToken.status).toBe(401)
    expect((await askAsPage(world, ['GET', '/v1/events'], { cookie: `portal=${link}` })).status).toBe(401)
    const { cookie } = await openPortal(world)
    for (const other of [client.token, cookie.replace('portal=', ''), 'x'.repeat(53)])
      expect((await openWith(other)).status).toBe(401)
  })

  it('opens nothing for a page of another site, and stays good', async () => {
    const { link } = await portalLink(client)
    expect((await openWith(link, 'https://evil.example')).body.code).toBe('foreign_origin')
    expect((await openWith(link)).status).toBe(201)
  })

  it('opens nothing once its client’s tokens are revoked', async () => {
    const { clientId, secret } = await newClient()
    const { link } = await portalLink(await apiClient(world.url, clientId, secret))
    await world.administer({ command: 'revokeTokens', clientId })
    expect((await openWith(link)).status).toBe(401)
  })

  it('stands in no log line', async () => {
    const { link } = await portalLink(client)
    const opened = await openWith(link)
    const session = cookieOf(opened).replace('portal=', '')
    for (const secret of [link, session]) expect(world.logLines.join('\n')).not.toContain(secret)
  })
})

describe('signing in', () => {
  it('refuses a wrong secret as POST /v1/token does, in the same count', async () => {
    const { clientId } = await newClient()
    const tries = [...Array(31).keys()].map(each => (each % 2 ? '/v1/portal/session' : '/v1/token'))
    const codes: string[] = []
    for (const path of tries)
      codes.push((await askAsPage(world, ['POST', path], { body: { clientId, secret: 'wrong' } })).body.code)
    expect(codes).toEqual([...Array(30).fill('unauthenticated'), 'too_many_requests'])
  })

  it('is for our own page alone', async () => {
    const credentials = { clientId: 'local-test', secret: 'local-test-secret' }
    for (const origin of ['https://evil.example', 'null'])
      expect(
        (await askAsPage(world, ['POST', '/v1/portal/session'], { body: credentials, origin })).body.code,
      ).toBe('foreign_origin')
  })
})

const all = Object.entries(routes) as [ActionName, Route][]
const guarded = all.filter(([, { access }]) => access !== 'public')

describe('a session', () => {
  it('asks what the page shows and no more: it looks nobody up', () => {
    const asked = guarded.filter(([, { inPortal }]) => inPortal).map(([action]) => action)
    expect(asked.sort()).toEqual([
      'completeTestVerification',
      'createAddress',
      'createBusinessAddress',
      'createEmployment',
      'createProAddress',
      'createWebhook',
      'disputeAddress',
      'disputeEmployment',
      'getAddress',
      'getAddressReport',
      'getEmployment',
      'getEmploymentReport',
      'getEvent',
      'getIdentity',
      'getIdentityReport',
      'getPortalSession',
      'getWebhook',
      'listAddressRevisions',
      'listAddresses',
      'listChargeLines',
      'listCharges',
      'listEmploymentRevisions',
      'listEmployments',
      'listEvents',
      'listIdentities',
      'listRequests',
      'listWebhookAttempts',
      'listWebhooks',
      'moveTestClock',
      'pingWebhook',
      'recoverWebhook',
      'resendEvent',
      'updateWebhook',
    ])
  })

  it.each(guarded.filter(([, { inPortal }]) => !inPortal))('is nothing to %s', async (_action, route) => {
    const { ask } = await openPortal(world)
    const answer = await ask(route.method, somePath(route), route.body && exampleBody(route))
    expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated'])
  })

  it.each(guarded.filter(([, { inPortal, method }]) => inPortal && method !== 'GET'))(
    'of another site’s page is refused: %s',
    async (_action, route) => {
      const { cookie } = await openPortal(world)
      for (const origin of ['https://evil.example', 'null']) {
        const body = route.body && exampleBody(route)
        const answer = await askAsPage(world, [route.method, somePath(route)], { body, cookie, origin })
        expect([answer.status, answer.body.code]).toEqual([403, 'foreign_origin'])
      }
    },
  )

  it('and a person’s session are nothing to one another', async () => {
    const person = await signIn(world, 'operator-1')
    const { cookie } = await openPortal(world)
    const asPortal = person.cookie.replace('session=', 'portal=')
    expect((await askAsPage(world, ['GET', '/v1/events'], { cookie: asPortal })).status).toBe(401)
    expect((await askAsPage(world, ['GET', '/v1/events'], { cookie: person.cookie })).status).toBe(401)
    const asPerson = cookie.replace('portal=', 'session=')
    expect((await askAsPage(world, ['GET', '/v1/session'], { cookie: asPerson })).status).toBe(401)
    expect((await askAsPage(world, ['GET', '/v1/session'], { cookie })).status).toBe(401)
  })

  it('ends where it is closed', async () => {
    const { ask } = await openPortal(world)
    expect((await ask('DELETE', '/v1/portal/session')).status).toBe(204)
    expect((await ask('GET', '/v1/portal/session')).status).toBe(401)
  })

  it.each(['removeClient', 'revokeTokens'] as const)('ends with %s', async command => {
    const { clientId, secret } = await newClient()
    const { ask } = await openPortal(world, clientId, secret)
    expect((await ask('GET', '/v1/portal/session')).status).toBe(200)
    await world.administer({ command, clientId })
    expect((await ask('GET', '/v1/portal/session')).status).toBe(401)
    // A container that has not met it trusts nothing; one that has, for a minute: see `test/shared/account/portal.test.ts`.
    expect((await ask('GET', '/v1/webhooks')).status).toBe(401)
  })

  it('ends with the secret that it was opened with', async () => {
    const { clientId, secret } = await newClient()
    const { ask } = await openPortal(world, clientId, secret)
    for (const _rotation of [1, 2]) await world.administer({ command: 'rotateSecret', clientId })
    expect((await ask('GET', '/v1/portal/session')).status).toBe(401)
  })

  it('shows what is its organisation’s and mode’s, and of another’s nothing', async () => {
    const { body } = await client.post('/v1/addresses', addressOrder())
    const other = await openPortal(world, 'other-test')
    const live = await openPortal(world, 'local-live')
    const own = await openPortal(world)
    expect((await own.ask('GET', `/v1/addresses/${body.id}`)).status).toBe(200)
    for (const { ask } of [other, live]) {
      expect((await ask('GET', `/v1/addresses/${body.id}`)).status).toBe(404)
      expect((await ask('GET', '/v1/addresses')).body.data).toEqual([])
      expect((await ask('GET', `/v1/events/evt_${body.id}_completed`)).status).toBe(404)
      expect((await ask('GET', '/v1/requests')).body.data).toEqual([])
    }
  })

  it('lists look-ups and charges, with nothing of the person, and of another’s nothing', async () => {
    const claim = { firstname: 'Bunch', lastname: 'Dillon' }
    const asked = await client.post('/v1/ng/identities/nin/63184876213', claim)
    expect(asked.status).toBe(200)
    const own = await openPortal(world)
    const listed = (await own.ask('GET', '/v1/identities?limit=1')).body
    expect(listed.data).toEqual([(await own.ask('GET', `/v1/identities/${asked.body.id}`)).body])
    const lines = (await own.ask('GET', '/v1/charges/lines?limit=1000')).body.data
    const isOf = ({ verificationId }: { verificationId: number }) => verificationId === asked.body.id
    expect(lines.filter(isOf)).toEqual([
      {
        chargedAt: listed.data[0].completedAt,
        verificationId: asked.body.id,
        customerReference: null,
        product: 'nin',
        rule: 'answered',
        result: 'EXACT_MATCH',
        amount: listed.data[0].price,
        currency: 'NGN',
        clientId: 'local-test',
      },
    ])
    expect(JSON.stringify([listed, lines])).not.toMatch(/63184876|Bunch|Dillon|1974|Allen/)
    const other = await openPortal(world, 'other-test')
    for (const path of ['/v1/identities', '/v1/charges/lines'])
      expect((await other.ask('GET', path)).body.data).toEqual([])
  })

  it('does in live mode nothing of the sandbox', async () => {
    const { ask } = await openPortal(world, 'local-live')
    expect((await ask('POST', '/v1/sandbox/clock', { to: 'expired', verificationId: 7 })).status).toBe(404)
  })

  it('orders in test mode, and in live mode nothing', async () => {
    const orders = [
      ['/v1/addresses', addressOrder()],
      ['/v1/addresses/pro', proAddressOrder()],
      ['/v1/addresses/business', businessAddressOrder()],
      ['/v1/employments', employmentOrder()],
    ] as const
    const own = await openPortal(world)
    const live = await openPortal(world, 'local-live')
    for (const [path, order] of orders) {
      const street = 'street' in order && { street: '9 Portal Street' }
      const ordered = await own.ask('POST', path, { ...order, ...street, allowRevisit: true })
      expect([ordered.status, ordered.body.duplicateRequest], path).toEqual([201, false])
      const refused = await live.ask('POST', path, order)
      expect([refused.status, refused.body.code], path).toEqual([401, 'unauthenticated'])
    }
  })
})

describe('the request log', () => {
  const lines = async (reader: ApiClient) => (await reader.get('/v1/requests?limit=100')).body.data

  it('tells of a token that was shown where a portal is asked for', async () => {
    const asked = await client.request('GET', '/v1/portal/session', undefined, { origin: world.url })
    expect([asked.status, asked.body.code]).toEqual([404, 'not_found'])
    const lines = async () => (await client.get('/v1/requests')).body.data as { action: string }[]
    await eventually(
      async () => (await lines()).some(({ action }) => action === 'getPortalSession'),
      'the line of the request',
    )
  })

  it('tells in test mode of every request, with exact fields, and of a portal’s none', async () => {
    const { clientId, secret } = await newClient()
    const own = await apiClient(world.url, clientId, secret)
    const bad = await own.post('/v1/addresses', addressOrder({ city: '', street: 7 }))
    await own.get('/v1/addresses')
    const { ask } = await openPortal(world, clientId, secret)
    await ask('GET', '/v1/webhooks')
    const found = (await lines(own)).filter((line: { clientId: string }) => line.clientId === clientId)
    expect(found).toEqual([
      {
        requestId: expect.any(String),
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        clientId,
        action: 'listAddresses',
        path: '/v1/addresses',
        status: 200,
        code: null,
        pointers: [],
        latencyMs: expect.any(Number),
      },
      {
        requestId: bad.body.requestId,
        at: expect.any(String),
        clientId,
        action: 'createAddress',
        path: '/v1/addresses',
        status: 400,
        code: 'invalid_request',
        pointers: ['/street', '/city'],
        latencyMs: expect.any(Number),
      },
    ])
  })

  it('tells in live mode of what failed, by the same words for every client of the organisation', async () => {
    const { clientId, secret } = await newClient('live')
    const own = await apiClient(world.url, clientId, secret)
    await own.get('/v1/addresses')
    const { body } = await client.post('/v1/addresses', addressOrder())
    await own.get(`/v1/addresses/${body.id}`)
    const found = await lines(await world.client('local-live'))
    expect(found.map(({ path, status, code }: Record<string, unknown>) => [path, status, code])).toEqual([
      [`/v1/addresses/${body.id}`, 404, 'not_found'],
    ])
    expect(found[0].clientId).toBe(clientId)
  })

  it('goes on page by page, and each line stands once', async () => {
    const all: string[] = []
    let cursor: string | null = null
    do {
      const page = await client.get(`/v1/requests?limit=2${cursor ? `&cursor=${cursor}` : ''}`)
      all.push(...page.body.data.map(({ requestId }: { requestId: string }) => requestId))
      cursor = all.length > 8 ? null : page.body.nextCursor
    } while (cursor)
    expect(new Set(all).size).toBe(all.length)
    expect(all.length).toBeGreaterThan(4)
  })

  it('leaves out what succeeded, if it is asked to', async () => {
    for (const id of [7, 8]) await client.get(`/v1/addresses/${id}`)
    const { body } = await client.get('/v1/requests?failed=true&limit=100')
    expect(body.data.length).toBeGreaterThan(0)
    expect(body.data.filter(({ status }: { status: number }) => status < 400)).toEqual([])
    const first = (await client.get('/v1/requests?failed=true&limit=1')).body
    expect(first.data).toHaveLength(1)
    const next = (await client.get(`/v1/requests?failed=true&limit=1&cursor=${first.nextCursor}`)).body
    expect(next.data[0].requestId).not.toBe(first.data[0].requestId)
  })

  it('is empty for who asks before anything happened', async () => {
    expect(await lines(await world.client('other-test'))).toEqual([])
  })

  it('holds no word of a person', async () => {
    const number = '70123456789'
    const bad = await client.post(`/v1/ng/identities/nin/${number}x`, { firstname: 'Ngozi', lastname: 7 })
    expect(bad.status).toBe(400)
    await client.post('/v1/addresses', addressOrder({ applicant: { firstname: 'Adeyemi', phone: 'Ngozi' } }))
    const found = await eventually(async () => {
      const kept = await lines(client)
      return kept.some(({ requestId }: { requestId: string }) => requestId === bad.body.requestId) && kept
    })
    expect(JSON.stringify(found)).not.toMatch(/7012345|Ngozi|Adeyemi|Allen|8031234/)
    const paths = found.map(({ path }: { path: string }) => path)
    expect(paths).toContain('/v1/ng/identities/nin/{idNumber}')
  })
})
