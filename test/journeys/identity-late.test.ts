import { describe, expect, it } from 'vitest'
import { simulatedPerson } from '../../infra/local/registry-simulator.ts'
import { findIdentityProduct } from '../../shared/identity/products.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { products } from '../support/identities.ts'
import { claimsOf, fetchReceipt } from '../support/receipts.ts'

const world = await joinWorld()
const sandbox = await world.client('local-test')
const live = await world.client('local-live')
const receiver = await world.receiver()
for (const client of [sandbox, live]) await client.post('/v1/webhooks', { url: receiver.url })

const later = { prefer: 'respond-async, wait=10' }
const { firstname, lastname } = simulatedPerson

const eventOf = (id: number) =>
  eventually(() => {
    const bodies = receiver.received.map(({ body }) => JSON.parse(body))
    return bodies.find(({ data }) => data.id === id)
  }, `the event of ${id}`)

describe('a look-up that prefers to be answered later', () => {
  it.each(products)(
    '$name: is accepted while the registry is down, and its result comes as an event',
    async product => {
      const { person, numbers } = findIdentityProduct(product.name).sandbox
      const claim = { [product.firstnameField]: person.firstname, lastname: person.lastname }
      const accepted = await sandbox.post(product.path(numbers.late), claim, later)
      const { id } = accepted.body
      expect(accepted.status).toBe(202)
      expect(accepted.body).toEqual({ id, status: { state: 'IN_PROGRESS', status: 'IN_PROGRESS' } })
      expect(accepted.headers.get('location')).toBe(`/v1/identities/${id}`)
      expect(accepted.headers.get('preference-applied')).toBe('respond-async')

      const event = await eventOf(id)
      const { identity } = event.data
      expect(event).toEqual({
        event: 'identity',
        event_type: 'verification_completed',
        data: { id, summary: null, customerReference: '', identity },
      })
      expect(identity).toMatchObject(product.holder(numbers.late))
      // To the letter what is answered at once, in the same order: the two numbers are one person's.
      const atOnce = (await sandbox.post(product.path(numbers.exact), claim)).body
      expect(JSON.stringify(identity).replaceAll(numbers.late, numbers.exact)).toBe(
        JSON.stringify({ ...atOnce, id }),
      )

      const kept = (await sandbox.get(`/v1/identities/${id}`)).body
      expect(kept).toEqual({
        id,
        product: product.name,
        idNumberLast4: numbers.late.slice(-4),
        requestedAt: expect.any(String),
        completedAt: expect.any(String),
        price: expect.any(Number),
        status: identity.status,
        summary: identity.summary,
      })
      expect(kept.price).toBeGreaterThan(0)
    },
  )

  it('is answered at once when the registry answers', async () => {
    const { person, numbers } = findIdentityProduct('nin').sandbox
    const claim = { firstname: person.firstname, lastname: person.lastname }
    const answer = await sandbox.post(`/v1/ng/identities/nin/${numbers.exact}`, claim, later)
    expect(answer.status).toBe(200)
  })

  it('asks the live registry again until it answers', async () => {
    world.simulator.behave('error')
    const accepted = await live.post('/v1/ng/identities/nin/70000000111', { firstname, lastname }, later)
    expect(accepted.status).toBe(202)
    const pending = (await live.get(`/v1/identities/${accepted.body.id}`)).body
    expect(pending).toEqual({
      id: accepted.body.id,
      product: 'nin',
      idNumberLast4: '0111',
      requestedAt: expect.any(String),
      completedAt: null,
      price: 0,
      summary: null,
      status: { state: 'IN_PROGRESS', status: 'IN_PROGRESS' },
    })
    world.simulator.behave('answer')
    const event = await eventOf(accepted.body.id)
    expect(event.data.identity.nin.photo).toBe(simulatedPerson.photo)
  })

  it('that finds nobody says so, and never "complete"', async () => {
    world.simulator.behave('error')
    const accepted = await live.post('/v1/ke/identities/alien-card/700404', { firstname, lastname }, later)
    expect(accepted.status).toBe(202)
    world.simulator.behave('answer')
    const event = await eventOf(accepted.body.id)
    expect(event.data.identity).toEqual({
      id: accepted.body.id,
      status: { state: 'failed', status: 'identity_not_found' },
    })
    const claims = claimsOf(await fetchReceipt(live, 'identities', accepted.body.id))
    expect([claims.status, claims.verdict, claims.rules]).toEqual([event.data.identity.status, null, {}])
  })

  it('that meets a record nobody can read ends after three such tries, without charge', async () => {
    world.simulator.behave('error')
    const accepted = await live.post('/v1/ng/identities/nin/70000000902', { firstname, lastname }, later)
    expect(accepted.status).toBe(202)
    const { id } = accepted.body
    const asked = world.simulator.calls.nin!
    world.simulator.behave('answer')
    const status = { state: 'failed', status: 'record_unreadable' }
    expect((await eventOf(id)).data.identity).toEqual({ id, status })
    expect(world.simulator.calls.nin! - asked).toBe(3)
    const kept = (await live.get(`/v1/identities/${id}`)).body
    expect(kept).toMatchObject({ price: 0, summary: null, status })
  })

  it('that meets one at once is not accepted', async () => {
    const answer = await live.post('/v1/ng/identities/nin/70001000902', { firstname, lastname }, later)
    expect([answer.status, answer.body.code]).toEqual([502, 'record_unreadable'])
  })

  it('tells nothing of the registered person when no name agrees', async () => {
    world.simulator.behave('error')
    const invented = { firstname: 'Musa', lastname: 'Bello' }
    const accepted = await live.post('/v1/ng/identities/nin/70001000111', invented, later)
    world.simulator.behave('answer')
    const { identity } = (await eventOf(accepted.body.id)).data
    expect([identity.summary.nin_check.status, identity.nin]).toEqual(['NO_MATCH', null])
  })

  it('has no receipt before its end', async () => {
    const { person, numbers } = findIdentityProduct('passport').sandbox
    const claim = { firstname: person.firstname, lastname: person.lastname }
    const path = `/v1/ke/identities/passport/${numbers.unavailable}`
    const { id } = (await sandbox.post(path, claim, later)).body
    const early = await sandbox.get(`/v1/identities/${id}/receipt`)
    expect([early.status, early.body.code, early.headers.get('retry-after')]).toEqual([
      409,
      'not_final',
      '60',
    ])
  })

  it('can be read as an event for four days, in the exact bytes that were delivered', async () => {
    const delivered = receiver.received.find(({ body }) => body.includes('Bunch'))!
    const event = (await sandbox.get(`/v1/events/${delivered.id}`)).body
    expect(event.bodyRaw).toBe(delivered.body)
    expect(JSON.stringify(event.body)).toBe(event.bodyRaw)
    expect(event.event).toBe('identity')
    const days = (Date.parse(event.expiresAt) - Date.parse(event.createdAt)) / 86_400_000
    expect(days).toBeCloseTo(4, 2)
  })

  it('with the same Idempotency-Key is one look-up, accepted or answered', async () => {
    const { person, numbers } = findIdentityProduct('nin').sandbox
    const claim = { firstname: person.firstname, lastname: person.lastname }
    const ask = (number: string) =>
      sandbox.post(`/v1/ng/identities/nin/${number}`, claim, { ...later, 'idempotency-key': `key-${number}` })
    // It is not answered meanwhile.
    const first = await ask(numbers.unavailable)
    const second = await ask(numbers.unavailable)
    expect([second.status, second.body]).toEqual([202, first.body])
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    const { id } = (await ask(numbers.late)).body
    await eventOf(id)
    const third = await ask(numbers.late)
    expect([third.status, third.body.id]).toEqual([200, id])
  })
})
