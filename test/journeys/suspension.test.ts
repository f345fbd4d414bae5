import { describe, expect, it } from 'vitest'
import { secretOf } from '../../infra/local/seed.ts'
import { apiClient, call } from '../support/api-client.ts'
import { joinWorld } from '../support/environment.ts'
import { addressOrder } from '../support/orders.ts'
import { receivedEvent } from '../support/receiver.ts'

const world = await joinWorld()
const test = await world.client('local-test')
const live = await world.client('local-live')
const other = await world.client('other-test')

const administer = async (command: string, more: object = {}) =>
  (await world.administer({ command, ...more })) as Record<string, unknown>

const client = { clientId: 'local-test' }
const organisation = { organisationId: 1 }
const suspended = { status: 403, body: { code: 'client_suspended', retryable: false } }

const signIn = (secret = secretOf('local-test')!) =>
  call(`${world.url}/v1/token`, 'POST', { body: { clientId: 'local-test', secret } })

const openPortal = (secret = secretOf('local-test')!) =>
  call(`${world.url}/v1/portal/session`, 'POST', {
    body: { clientId: 'local-test', secret },
    headers: { origin: world.url },
  })

/** A path whose containers have not met the token: those that have forget it within a minute. */
const paths = ['/v1/addresses', '/v1/employments', '/v1/events', '/v1/webhooks', '/v1/identities']
const unmet = () => paths.shift()!

const listed = async () => {
  const { clients } = (await administer('listClients', organisation)) as {
    clients: { clientId: string; suspendedAt?: string; organisationSuspendedAt?: string }[]
  }
  return clients.find(({ clientId }) => clientId === 'local-test')!
}

describe('a client that is suspended', () => {
  it('is refused everything, is told so, and has all of it back when it is resumed', async () => {
    const receiver = await world.receiver()
    await live.post('/v1/webhooks', { url: receiver.url })
    const opened = await openPortal()
    const cookie = opened.headers.getSetCookie()[0]!.split(';')[0]!
    const inPortal = () =>
      call(`${world.url}/v1/portal/session`, 'GET', { headers: { cookie, origin: world.url } })
    expect((await inPortal()).status).toBe(200)
    const link = (await test.post('/v1/portal/links')).body.url.split('/link/').at(-1)
    const since = await administer('suspendClient', client)
    expect(since).toEqual({ ...client, suspendedAt: expect.any(String) })
    expect(await administer('suspendClient', client)).toEqual(since)
    expect(await signIn()).toMatchObject(suspended)
    expect(await openPortal()).toMatchObject(suspended)
    expect(await test.get(unmet())).toMatchObject(suspended)
    expect(await inPortal()).toMatchObject(suspended)
    const byLink = await call(`${world.url}/v1/portal/links/open`, 'POST', {
      body: { link },
      headers: { origin: world.url },
    })
    expect(byLink).toMatchObject(suspended)
    expect((await live.get(unmet())).status).toBe(200)
    expect(await administer('resumeClient', client)).toEqual({ ...client, organisationSuspendedAt: null })
    expect((await signIn()).status).toBe(200)
    expect((await test.get(unmet())).status).toBe(200)
    expect((await inPortal()).status).toBe(200)
    expect(await listed()).toMatchObject({
      suspensions: [{ from: since.suspendedAt, until: expect.any(String) }],
    })
    expect((await listed()).suspendedAt).toBeUndefined()
  })

  it('is known as such to nobody who has not its secret', async () => {
    await administer('suspendClient', client)
    expect(await signIn('a wrong one')).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    expect(await openPortal('a wrong one')).toMatchObject({ status: 401 })
    await administer('resumeClient', client)
  })

  it('is refused by the word of OAuth where it signs in by its form', async () => {
    await administer('suspendClient', client)
    const answer = await fetch(`${world.url}/v1/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: 'local-test',
        client_secret: secretOf('local-test')!,
      }),
    })
    expect([answer.status, (await answer.json()) as object]).toEqual([
      400,
      { error: 'unauthorized_client', error_description: expect.stringContaining('suspended') },
    ])
    await administer('resumeClient', client)
  })
})

describe('an organisation that is suspended', () => {
  it('takes all its clients with it, later ones too, and nobody else; orders go on, and their events are sent', async () => {
    const receiver = await world.receiver()
    const { clientId, secret } = (await administer('createClient', {
      ...organisation,
      mode: 'test',
      scopes: ['addresses', 'webhooks'],
    })) as { clientId: string; secret: string }
    const theirs = await apiClient(world.url, clientId, secret)
    expect((await theirs.post('/v1/webhooks', { url: receiver.url })).status).toBe(201)
    const { body } = await theirs.post('/v1/addresses', addressOrder({ street: '1 Suspended Street' }))
    const answer = await administer('suspendOrganisation', organisation)
    expect(answer).toEqual({
      organisationId: world.organisationId,
      suspendedAt: expect.any(String),
      clients: expect.any(Number),
    })
    expect(await signIn()).toMatchObject(suspended)
    const later = (await administer('createClient', {
      ...organisation,
      mode: 'test',
      scopes: ['addresses'],
    })) as {
      clientId: string
      secret: string
    }
    expect(
      await call(`${world.url}/v1/token`, 'POST', {
        body: { clientId: later.clientId, secret: later.secret },
      }),
    ).toMatchObject(suspended)
    expect((await other.get('/v1/addresses')).status).toBe(200)
    await receivedEvent(receiver, `evt_${body.id}_completed`)
    await administer('suspendClient', client)
    await administer('resumeOrganisation', organisation)
    expect(await signIn()).toMatchObject(suspended)
    expect((await listed()).organisationSuspendedAt).toBeUndefined()
    await administer('resumeClient', client)
    expect((await signIn()).status).toBe(200)
  })

  it('has to exist', async () => {
    await expect(administer('suspendOrganisation', { organisationId: 999_999 })).rejects.toThrow(
      'organisationId: there is no such organisation',
    )
    await expect(administer('resumeClient', { clientId: 'nobody-there' })).rejects.toThrow(
      'clientId: there is no such client',
    )
  })
})
