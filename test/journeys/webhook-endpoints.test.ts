import { createPublicKey, verify } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { joinWorld } from '../support/environment.ts'
import { addressOrder } from '../support/orders.ts'
import { type Received, type Receiver, receivedEvent } from '../support/receiver.ts'

let count = 0

const world = await joinWorld()
const client = await world.client()

/** Registers a receiver's endpoint with these settings. */
const register = async (settings: object = {}) => {
  const receiver = await world.receiver()
  const { body } = await client.post('/v1/webhooks', { url: receiver.url, ...settings })
  return { receiver, endpoint: body, path: `/v1/webhooks/${body.id}` }
}

/** Orders a verification and answers its event as the receiver got it. */
const eventAt = async (receiver: Receiver): Promise<Received> => {
  count++
  const { body } = await client.post('/v1/addresses', addressOrder({ street: `${count} Endpoint Way` }))
  return receivedEvent(receiver, `evt_${body.id}_completed`)
}

const isSignedBy = (secret: string, { body, headers }: Received): boolean => {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}

/** As an integrator would, who has the public key and Node's own crypto. */
const isSignedByPair = (publicKey: string, { body, headers }: Received): boolean => {
  const raw = Buffer.from(publicKey.replace('whpk_', ''), 'base64')
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw])
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  const content = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
  const signatures = headers['webhook-signature']!.split(' ').filter(part => part.startsWith('v1a,'))
  return signatures.some(part => verify(null, content, key, Buffer.from(part.slice(4), 'base64')))
}

describe('an integrator who changes an endpoint', () => {
  it('keeps what is not named, and sees what is', async () => {
    const { endpoint, path } = await register({ description: 'first', events: ['address.*'] })
    const { secret: _, ...before } = endpoint
    const changed = await client.patch(path, { description: 'second', payload: 'thin' })
    const { updatedAt } = changed.body
    expect(changed).toMatchObject({
      status: 200,
      body: { ...before, description: 'second', payload: 'thin', updatedAt },
    })
    expect((await client.get(path)).body).toEqual(changed.body)
  })

  it('is told what is wrong with a URL, and keeps the old one', async () => {
    const { endpoint, path } = await register()
    const answer = await client.patch(path, { url: 'http://10.0.0.1/hook' })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '/url' }] } })
    expect((await client.get(path)).body.url).toBe(endpoint.url)
  })

  it('loses none of several changes made at once', async () => {
    const { path } = await register()
    const changes = [{ description: 'a' }, { payload: 'masked' }, { bodySignature: true }, { ed25519: true }]
    await Promise.all(changes.map(change => client.patch(path, change)))
    expect((await client.get(path)).body).toMatchObject(Object.assign({}, ...changes))
  })
})

describe('an integrator who rotates the secret', () => {
  it('is sent both signatures for a day', async () => {
    const { receiver, endpoint, path } = await register()
    const rotated = (await client.post(`${path}/secret`, {})).body
    expect(rotated.secret).not.toBe(endpoint.secret)
    expect(rotated.previous).toMatchObject([{ secret: endpoint.secret, publicKey: null }])
    const hours = (Date.parse(rotated.previous[0].expiresAt) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(23.9)
    expect(hours).toBeLessThanOrEqual(24)
    const received = await eventAt(receiver)
    expect(isSignedBy(rotated.secret, received)).toBe(true)
    expect(isSignedBy(endpoint.secret, received)).toBe(true)
    expect((await client.get(`${path}/secret`)).body).toEqual(rotated)
  })

  it('can end a secret that has leaked at once', async () => {
    const { receiver, endpoint, path } = await register()
    const rotated = (await client.post(`${path}/secret`, { overlapSeconds: 0 })).body
    expect(rotated.previous).toEqual([])
    const received = await eventAt(receiver)
    expect(isSignedBy(rotated.secret, received)).toBe(true)
    expect(isSignedBy(endpoint.secret, received)).toBe(false)
  })

  it('reads it nowhere but where it is asked for', async () => {
    const { endpoint, path } = await register({ ed25519: true })
    const { secret } = (await client.post(`${path}/secret`, {})).body
    const shown = [await client.get(path), await client.get('/v1/webhooks')].map(({ body }) => body)
    const seen = JSON.stringify([shown, world.logLines])
    for (const text of [secret, endpoint.secret, 'whsk_']) expect(seen).not.toContain(text)
  })
})

describe('an integrator whose receiver stands behind a gateway', () => {
  const values = ['of-the-gateway', 'Bearer another']
  const headers = [
    { name: 'Authorization', value: 'Bearer of-the-gateway' },
    { name: 'X-Team', value: 'payments' },
  ]

  it('has headers of their own beside ours, with events and with a ping', async () => {
    const { receiver, endpoint, path } = await register({ headers })
    await client.post(`${path}/ping`)
    const seen = [receiver.received[0]!, await eventAt(receiver)]
    for (const { headers } of seen)
      expect(headers).toMatchObject({
        authorization: 'Bearer of-the-gateway',
        'x-team': 'payments',
        'content-type': 'application/json',
      })
    expect(seen.map(one => isSignedBy(endpoint.secret, one))).toEqual([true, true])
  })

  it('reads their names and no value, replaces one and takes one back', async () => {
    const { receiver, endpoint, path } = await register({ headers })
    expect(endpoint.headerNames).toEqual(['authorization', 'x-team'])
    const changed = await client.patch(path, {
      headers: [
        { name: 'x-team', value: null },
        { name: 'AUTHORIZATION', value: 'Bearer another' },
      ],
    })
    expect(changed).toMatchObject({ status: 200, body: { headerNames: ['authorization'] } })
    const received = await eventAt(receiver)
    expect([received.headers.authorization, received.headers['x-team']]).toEqual([
      'Bearer another',
      undefined,
    ])
    const shown = [
      endpoint,
      changed.body,
      (await client.get(path)).body,
      (await client.get('/v1/webhooks')).body,
    ]
    for (const text of values) expect(JSON.stringify(shown)).not.toContain(text)
  })

  it('has their values in no line of a log', () => {
    for (const text of values) expect(JSON.stringify(world.logLines)).not.toContain(text)
  })

  it('does not have them sent to another host by moving the endpoint', async () => {
    const { path } = await register({ headers })
    const other = await world.receiver()
    const moved = await client.patch(path, { url: other.url })
    expect(moved).toMatchObject({ status: 200, body: { headerNames: [] } })
    expect((await eventAt(other)).headers.authorization).toBeUndefined()
  })

  it('keeps them, and its URL, where a change has another and a bad URL', async () => {
    const { receiver, path } = await register({ headers })
    const change = { url: 'https://10.0.0.1/', headers: [{ name: 'x-more', value: 'x' }] }
    const answer = await client.patch(path, change)
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '/url' }] } })
    const { url, headerNames } = (await client.get(path)).body
    expect([url, headerNames]).toEqual([receiver.url, ['authorization', 'x-team']])
  })

  it('is told of a sixth', async () => {
    const { path } = await register({ headers })
    const more = ['a', 'b', 'c', 'd'].map(name => ({ name, value: 'x' }))
    const answer = await client.patch(path, { headers: more })
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/headers', code: 'too_big' }] },
    })
    expect((await client.get(path)).body.headerNames).toEqual(['authorization', 'x-team'])
  })
})

describe('an integrator who asks for Ed25519', () => {
  it('verifies with the public key, or with the secret as before', async () => {
    const { receiver, endpoint } = await register({ ed25519: true })
    const received = await eventAt(receiver)
    expect(endpoint.publicKey).toMatch(/^whpk_/)
    expect(isSignedByPair(endpoint.publicKey, received)).toBe(true)
    expect(isSignedBy(endpoint.secret, received)).toBe(true)
  })

  it('gets a new pair with a rotation, both of which sign, and none when it no longer asks', async () => {
    const { receiver, endpoint, path } = await register({ ed25519: true })
    const { publicKey, previous } = (await client.post(`${path}/secret`, {})).body
    expect(previous.map((entry: { publicKey: string }) => entry.publicKey)).toContain(endpoint.publicKey)
    const received = await eventAt(receiver)
    for (const key of [publicKey, endpoint.publicKey]) expect(isSignedByPair(key, received)).toBe(true)
    const off = await client.patch(path, { ed25519: false })
    expect(off.body).toMatchObject({ ed25519: false, publicKey: null })
    expect((await eventAt(receiver)).headers['webhook-signature']).not.toContain('v1a,')
  })
})

describe('an integrator who pings', () => {
  it('is told that the receiver took the signed sample', async () => {
    const { receiver, endpoint, path } = await register()
    const { status, body } = await client.post(`${path}/ping`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ outcome: 'delivered', status: 200, failure: null, answer: 'thanks' })
    expect(receiver.received).toMatchObject([{ id: body.id, body: body.bodyRaw }])
    expect(isSignedBy(endpoint.secret, receiver.received[0]!)).toBe(true)
    expect(JSON.parse(body.bodyRaw)).toEqual({
      event: 'webhook',
      event_type: 'ping',
      data: { id: endpoint.id },
    })
    expect((await client.get(`${path}/attempts`)).body.data).toEqual([])
  })

  it('is told what went wrong, even while the endpoint is disabled', async () => {
    const receiver = await world.receiver((_, response) => void response.writeHead(418).end('teapot'))
    const { body: endpoint } = await client.post('/v1/webhooks', { url: receiver.url, enabled: false })
    const { body } = await client.post(`/v1/webhooks/${endpoint.id}/ping`)
    expect(body).toMatchObject({ outcome: 'failed', status: 418, failure: 'status', answer: 'teapot' })
  })
})
