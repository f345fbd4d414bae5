import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { Envelope } from '../../shared/event/contract.ts'
import { eventFilters } from '../../shared/event/name-contract.ts'
import { lateOutcomes } from '../../shared/identity/contract/sandbox.ts'
import { sampleIdentities, sampleVerifications } from '../../shared/sandbox/routes.ts'
import { sampleOptions } from '../../shared/verification/sample.ts'
import { newClient } from '../support/clients.ts'
import { joinWorld } from '../support/environment.ts'
import { receivedEvent } from '../support/receiver.ts'

const world = await joinWorld()
const client = await world.client()
const receiver = await world.receiver()
const events = eventFilters.filter(filter => filter.endsWith('*'))
const endpoint = (await client.post('/v1/webhooks', { url: receiver.url, events })).body

const send = (body: object, as = client, headers?: Record<string, string>) =>
  as.post('/v1/sandbox/events', body, headers)

const received = (eventId: string, by = receiver) => receivedEvent(by, eventId)

/** The delivered body is an envelope of the interface and nothing else, signed. */
const bodyOf = async (eventId: string) => {
  const { body, headers } = await received(eventId)
  new Webhook(endpoint.secret).verify(body, headers)
  expect(JSON.stringify(Envelope.parse(JSON.parse(body)))).toBe(body)
  return JSON.parse(body)
}

describe.each(sampleVerifications)('a sample about %s', product => {
  const { resource, ends } = sampleOptions(product)

  it.each(ends)('can have ended as %s', async outcome => {
    const sent = await send({ product, outcome })
    expect(sent.status).toBe(202)
    const { eventId, verificationId, endpointIds } = sent.body
    expect(eventId).toBe(`evt_${verificationId}_completed`)
    expect(endpointIds).toEqual([endpoint.id])
    const { event, event_type, data } = await bodyOf(eventId)
    expect([event, event_type]).toEqual([resource, 'verification_completed'])
    expect(data).toMatchObject({ id: verificationId, summary: null, customerReference: 'sandbox-sample' })
    expect(data[resource].status.subStatus).toBe(outcome)
    expect(data[resource].isLive).toBe(false)
    const record = await client.get(
      `/v1/${resource === 'address' ? 'addresses' : 'employments'}/${verificationId}`,
    )
    expect(record.body.status.subStatus).toBe(outcome)
  })

  it.each(['started', 'delayed'])('can have been %s', async type => {
    const { body } = await send({ product, event_type: `verification_${type}` })
    expect(body.eventId).toBe(`evt_${body.verificationId}_${type}`)
    const { event, event_type, data } = await bodyOf(body.eventId)
    expect([event, event_type]).toEqual([resource, `verification_${type}`])
    expect(data[resource].status.status).toBe('IN_PROGRESS')
  })

  it('is verified unless it is said', async () => {
    const { body } = await send({ product })
    expect((await bodyOf(body.eventId)).data[resource].status.subStatus).toBe('VERIFIED')
  })
})

describe.each(sampleIdentities)('a sample about %s', product => {
  const outcomes = Object.keys(lateOutcomes)
  // What a product ends as is alike for all.
  it.each(outcomes)('can have ended as %s', async outcome => {
    const sent = await send({ product, outcome })
    expect(sent.status).toBe(202)
    const { eventId, verificationId } = sent.body
    const { data } = await bodyOf(eventId)
    const { status, summary } = data.identity
    const failed = status.state === 'failed' && status.status
    expect(failed || (Object.values(summary)[0] as { status: string }).status).toBe(outcome)
    const { body } = await client.get(`/v1/identities/${verificationId}`)
    expect(body).toMatchObject({ product, status })
  })
})

describe('a sample', () => {
  it('is another each time, and the same once more with its Idempotency-Key', async () => {
    const body = { product: 'address' }
    const key = { 'idempotency-key': 'sample-1' }
    const [one, other] = [await send(body), await send(body)]
    expect(one.body.verificationId).not.toBe(other.body.verificationId)
    const [first, again] = [await send(body, client, key), await send(body, client, key)]
    expect(again.body).toEqual(first.body)
    const many = await Promise.all(Array.from({ length: 12 }, () => send(body)))
    expect(many.map(({ status }) => status)).toEqual(many.map(() => 202))
    expect(new Set(many.map(({ body: { verificationId } }) => verificationId)).size).toBe(many.length)
  })

  it('is listed, and read, as every event is', async () => {
    const { eventId } = (await send({ product: 'employment', outcome: 'CANCELLED' })).body
    const { body: bytes } = await received(eventId)
    const { body } = await client.get(`/v1/events/${eventId}`)
    expect([body.bodyRaw, body.sequence]).toEqual([bytes, 3])
  })

  it('reaches an endpoint in its own payload, and none that does not want it', async () => {
    await using thin = await world.receiver()
    await using employments = await world.receiver()
    const ids = await Promise.all([
      client.post('/v1/webhooks', { url: thin.url, events: ['address.*'], payload: 'thin' }),
      client.post('/v1/webhooks', { url: employments.url, events: ['employment.*'] }),
    ])
    const [thinId, employmentsId] = ids.map(({ body }) => body.id)
    const sent = (await send({ product: 'address', outcome: 'FAILED - INVALID ADDRESS' })).body
    expect(sent.endpointIds.toSorted()).toEqual([endpoint.id, thinId].toSorted())
    expect(JSON.parse((await received(sent.eventId, thin)).body).data).toEqual({
      id: sent.verificationId,
      summary: null,
      customerReference: 'sandbox-sample',
      status: { status: 'INVALID_ADDRESS', subStatus: 'FAILED - INVALID ADDRESS', state: 'COMPLETE' },
    })
    await received(sent.eventId)
    expect(employments.received).toEqual([])
    for (const id of [thinId, employmentsId]) await client.delete(`/v1/webhooks/${id}`)
  })

  it('must be one that there can be', async () => {
    const errorsOf = async (body: object) => (await send(body)).body.errors
    expect(await errorsOf({ product: 'employment', outcome: 'CANNOT ACCESS ADDRESS' })).toEqual([
      {
        pointer: '/outcome',
        code: 'not_allowed',
        detail:
          'Expected one of: VERIFIED, FAILED - NOT AN EMPLOYEE, FAILED - DETAILS MISMATCH, FAILED - EMPLOYER UNREACHABLE, FAILED - EXPIRED, CANCELLED.',
      },
    ])
    expect(await errorsOf({ product: 'nin', event_type: 'verification_delayed' })).toEqual([
      { pointer: '/event_type', code: 'not_allowed', detail: 'Expected one of: verification_completed.' },
    ])
    const started = { product: 'address', event_type: 'verification_started', outcome: 'VERIFIED' }
    expect(await errorsOf(started)).toMatchObject([{ pointer: '/outcome', code: 'not_allowed' }])
    const odd = { toString: 1, valueOf: 1 }
    for (const product of ['toString', odd])
      expect(await errorsOf({ product })).toMatchObject([{ pointer: '/product' }])
    for (const field of ['outcome', 'event_type'])
      expect(await errorsOf({ product: 'nin', [field]: odd })).toMatchObject([{ pointer: `/${field}` }])
  })

  it('is for test credentials with the scope of its product', async () => {
    const live = await world.client('local-live')
    expect(await send({ product: 'address' }, live)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    const other = await newClient(world, { scopes: ['identities.nin'] })
    expect(await send({ product: 'passport' }, other)).toMatchObject({
      status: 403,
      body: { code: 'product_not_enabled', detail: 'This client lacks the scope "identities.passport".' },
    })
    expect((await send({ product: 'nin' }, other)).status).toBe(202)
  })
})
