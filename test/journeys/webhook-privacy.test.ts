import { beforeAll, describe, expect, it } from 'vitest'
import { findIdentityProduct } from '../../shared/identity/products.ts'
import { newClient } from '../support/clients.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { products } from '../support/identities.ts'
import { addressOrder, employmentOrder } from '../support/orders.ts'
import { receivedEvent } from '../support/receiver.ts'

/* What `webhooks` and `events` open, and where signing secrets are to be found. */

const world = await joinWorld()
const whole = await world.client()

/** A client of the local organisation with these scopes alone. */
const clientWith = (...scopes: readonly string[]) => newClient(world, { scopes })

const eventAt = (path: string) =>
  eventually(async () => {
    const { status, body } = await whole.get(path)
    return status === 200 && body
  }, path)

/** A look-up that is answered by an event. */
const lookUpLate = async (name: 'nin' | 'passport'): Promise<number> => {
  const product = products.find(each => each.name === name)!
  const { person, numbers } = findIdentityProduct(name).sandbox
  const claim = { [product.firstnameField]: person.firstname, lastname: person.lastname }
  return (await whole.post(product.path(numbers.late), claim, { prefer: 'respond-async' })).body.id
}

describe('the body of an event', () => {
  const paths: Record<string, string> = {}

  beforeAll(async () => {
    const ids = {
      addresses: (await whole.post('/v1/addresses', addressOrder())).body.id,
      employments: (await whole.post('/v1/employments', employmentOrder())).body.id,
      'identities.nin': await lookUpLate('nin'),
      'identities.passport': await lookUpLate('passport'),
    }
    for (const [scope, id] of Object.entries(ids)) paths[scope] = `/v1/events/evt_${id}_completed`
    for (const path of Object.values(paths)) await eventAt(path)
  })

  it.each(['addresses', 'employments', 'identities.nin', 'identities.passport'])(
    'needs the scope of its product: %s',
    async scope => {
      const full = (await whole.get(paths[scope]!)).body
      for (const reads of ['webhooks', 'events']) {
        const own = (await (await clientWith(reads, scope)).get(paths[scope]!)).body
        expect([own.bodyRaw, own.body]).toEqual([full.bodyRaw, full.body])
        const others = Object.keys(paths).filter(other => other !== scope)
        const { status, body } = await (await clientWith(reads, ...others)).get(paths[scope]!)
        expect(status).toBe(200)
        expect(Object.keys(body.body.data)).toEqual(['id', 'summary', 'customerReference', 'status'])
        expect(JSON.parse(body.bodyRaw)).toEqual(body.body)
        expect(JSON.stringify(body)).not.toMatch(/Ngozi|8031234567|Adeyemi/)
      }
    },
  )

  it('has its place in the order of its verification, in the list and by itself', async () => {
    const lines = (await whole.get('/v1/events?event=address')).body.data
    expect(lines[0]).toMatchObject({ sequence: 3, occurredAt: expect.stringMatching(/Z$/) })
    expect(lines[0].occurredAt <= lines[0].createdAt).toBe(true)
    const { sequence, occurredAt } = (await whole.get(`/v1/events/${lines[0].id}`)).body
    expect({ sequence, occurredAt }).toEqual({ sequence: 3, occurredAt: lines[0].occurredAt })
  })
})

describe('the scope events', () => {
  it('lists and reads events, and touches no endpoint', async () => {
    const reader = await clientWith('events')
    expect((await reader.get('/v1/events')).status).toBe(200)
    expect((await reader.get('/v1/webhooks')).status).toBe(403)
    expect((await reader.post('/v1/events/evt_1_completed/resend', {})).status).toBe(403)
  })
})

describe('an endpoint', () => {
  it('is sent records only of what its client may read', async () => {
    const { url } = await world.receiver()
    const nobody = await clientWith('webhooks')
    const refused = await nobody.post('/v1/webhooks', { url })
    expect(refused).toMatchObject({ status: 403, body: { code: 'product_not_enabled' } })
    for (const scope of ['addresses', 'employments', 'identities.'])
      expect(refused.body.detail).toContain(scope)
    const thin = (await nobody.post('/v1/webhooks', { url, payload: 'thin' })).body
    const path = `/v1/webhooks/${thin.id}`
    for (const change of [{ payload: 'full' }, { payload: 'masked' }])
      expect((await nobody.patch(path, change)).status).toBe(403)
    for (const change of [{ description: 'mine' }, { payload: null }, { payload: '' }])
      expect((await nobody.patch(path, { ...change, events: ['employment.*'] })).status).toBe(200)
    expect((await whole.patch(path, { payload: 'full' })).status).toBe(200)
    const elsewhere = (await world.receiver()).url
    expect((await nobody.patch(path, { url: elsewhere })).status).toBe(403)
    expect((await nobody.patch(path, { enabled: false })).status).toBe(200)
    await whole.delete(path)
  })

  it('hears of what its client may read, unless it asks for more', async () => {
    const client = await clientWith('webhooks', 'addresses', 'identities.nin')
    const { url } = await world.receiver()
    const { status, body } = await client.post('/v1/webhooks', { url })
    expect(status).toBe(201)
    expect(body.events).toEqual(['address.verification_completed', 'identity.verification_completed'])
    const asked = { url: `${url}/2`, events: ['employment.*'] }
    expect(await client.post('/v1/webhooks', asked)).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('"employments"') },
    })
    await client.delete(`/v1/webhooks/${body.id}`)
  })

  it('is sent ids and status of an identity product that its client may not ask', async () => {
    const client = await clientWith('webhooks', 'identities.nin')
    const receiver = await world.receiver()
    const { body: endpoint } = await client.post('/v1/webhooks', { url: receiver.url })
    for (const [name, hasRecord] of [
      ['nin', true],
      ['passport', false],
    ] as const) {
      const id = `evt_${await lookUpLate(name)}_completed`
      const received = await receivedEvent(receiver, id)
      expect('identity' in JSON.parse(received.body).data).toBe(hasRecord)
    }
    await client.delete(`/v1/webhooks/${endpoint.id}`)
  })
})

it('sends each event’s place in the order of its verification along', async () => {
  const receiver = await world.receiver()
  const registered = await whole.post('/v1/webhooks', { url: receiver.url, events: ['address.*'] })
  const { body } = await whole.post('/v1/addresses', addressOrder({ street: '1 Sequence Street' }))
  await eventually(() => receiver.received.length === 2)
  const orderingOf = (type: string) => {
    const { headers } = receiver.received.find(({ id }) => id === `evt_${body.id}_${type}`)!
    return [headers['x-sequence'], headers['x-occurred-at']]
  }
  expect(orderingOf('started')).toEqual(['1', body.address.requestedAt])
  const { occurredAt } = (await whole.get(`/v1/events/evt_${body.id}_completed`)).body
  expect(orderingOf('completed')).toEqual(['3', occurredAt])
  await whole.delete(`/v1/webhooks/${registered.body.id}`)
})

describe('a signing secret', () => {
  const register = async (key?: string) => {
    const { url } = await world.receiver()
    const body = { url, ed25519: true }
    const headers = key ? { 'idempotency-key': key } : undefined
    const post = () => whole.post('/v1/webhooks', body, headers)
    const first = await post()
    return { first, again: post, path: `/v1/webhooks/${first.body.id}` }
  }

  it('is in no write to the table', async () => {
    const { first, path } = await register('a-key')
    const rotated = await whole.post(`${path}/secret`, {}, { 'idempotency-key': 'another' })
    expect(rotated.status).toBe(200)
    expect((await whole.post(`${path}/ping`)).status).toBe(200)
    const calls = world.emulator.recorded.filter(({ service }) => service === 'dynamodb')
    const written = calls.map(({ body }) => body).join('\n')
    expect(written).toContain(first.body.publicKey)
    for (const text of [first.body.secret, rotated.body.secret, 'whsec_', 'whsk_'])
      expect(written).not.toContain(text)
  })

  it('is the current one in a repeat of the registration, which makes no second endpoint', async () => {
    const { first, again, path } = await register('registration')
    const before = (await whole.get('/v1/webhooks')).body.data.length
    expect((await again()).body).toEqual(first.body)
    const { secret } = (await whole.post(`${path}/secret`, { overlapSeconds: 0 })).body
    const replayed = await again()
    expect(replayed).toMatchObject({ status: 201, body: { id: first.body.id, secret } })
    expect(replayed.headers.get('idempotency-replayed')).toBe('true')
    expect((await whole.get('/v1/webhooks')).body.data).toHaveLength(before)
  })

  it('is not shown again, nor the endpoint made again, once it is deleted', async () => {
    const { again, path } = await register('deleted')
    await whole.delete(path)
    for (const replayed of [await again(), await again()]) expect(replayed.status).toBe(404)
    expect((await whole.get(path)).status).toBe(404)
  })

  it('is replaced once by a rotation that is repeated, and a later repeat shows the newest', async () => {
    const { path } = await register()
    const rotate = () => whole.post(`${path}/secret`, {}, { 'idempotency-key': 'rotation' })
    const first = (await rotate()).body
    expect((await rotate()).body).toEqual(first)
    const { secret } = (await whole.post(`${path}/secret`, { overlapSeconds: 0 })).body
    expect((await rotate()).body).toMatchObject({ secret, previous: [] })
  })

  it('signs to the end of its day: the ninth rotation is refused', async () => {
    const { first, path } = await register()
    const rotate = (body: object = {}) => whole.post(`${path}/secret`, body)
    for (let count = 0; count < 8; count++) expect((await rotate()).status).toBe(200)
    const refused = await rotate()
    expect(refused).toMatchObject({ status: 409, body: { code: 'too_many_secrets', retryable: false } })
    const { previous } = (await whole.get(`${path}/secret`)).body
    expect(previous.map((each: { secret: string }) => each.secret)).toContain(first.body.secret)
    expect((await rotate({ overlapSeconds: 0 })).body.previous).toEqual([])
  })
})
