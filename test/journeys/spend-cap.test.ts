import { describe, expect, it } from 'vitest'
import { stages } from '../../infra/stages.ts'
import { isOperationsScope } from '../../shared/account/contract.ts'
import { findIdentityProduct } from '../../shared/identity/products.ts'
import { scopes } from '../../shared/scopes.ts'
import { type ApiClient, apiClient } from '../support/api-client.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { products } from '../support/identities.ts'
import { chargedIn } from '../support/ledger.ts'
import { functionNamed } from '../support/names.ts'
import { addressOrder, businessAddressOrder, employmentOrder } from '../support/orders.ts'

const prices = stages.local.prices
const customer = scopes.filter(scope => !isOperationsScope(scope))

const world = await joinWorld()

const secrets = new Map<string, string>()
/** A client with a cap. */
const cappedClient = async (amount: number, mode: 'test' | 'live' = 'test') => {
  const order = { command: 'createClient', organisationId: 1, mode, scopes: customer }
  const { clientId, secret } = (await world.administer(order)) as { clientId: string; secret: string }
  secrets.set(clientId, secret)
  await world.administer({ command: 'setSpendCap', clientId, amount })
  return clientId
}
/** A token of its own: a container believes for a minute what it read for another. */
const signIn = (clientId: string): Promise<ApiClient> =>
  apiClient(world.url, clientId, secrets.get(clientId)!)
const spend = (clientId: string) => world.administer({ command: 'showSpend', clientId })
const setCap = (clientId: string, amount: number) =>
  world.administer({ command: 'setSpendCap', clientId, amount })

const { person, numbers } = findIdentityProduct('nin').sandbox
const claim = { firstname: person.firstname, lastname: person.lastname }
const lookUp = (client: ApiClient, number: string, headers = {}) =>
  client.post(`/v1/ng/identities/nin/${number}`, claim, headers)
const settled = (clientId: string, expected: object) =>
  eventually(
    async () => {
      const found = (await spend(clientId)) as Record<string, unknown>
      return Object.entries(expected).every(([name, value]) => found[name] === value)
    },
    `${clientId} to have ${JSON.stringify(expected)}`,
  )

const orders = [
  ['/v1/addresses', addressOrder({ street: '1 Capped Street' })],
  ['/v1/addresses/business', businessAddressOrder({ street: '2 Capped Street' })],
  ['/v1/employments', employmentOrder()],
] as const

describe('a client that may spend nothing more', () => {
  it('is refused every order and look-up before anything is started', async () => {
    const before = { ...world.simulator.calls }
    const client = await signIn(await cappedClient(0, 'live'))
    // A refused order leaves its key to another.
    for (const [path, order] of [
      ...orders,
      ...orders.map(([path, order]) => [path, { ...order, n: 2 }] as const),
    ])
      expect((await client.post(path, order, { 'idempotency-key': path })).body).toMatchObject({
        status: 402,
        code: 'spend_cap_reached',
        retryable: false,
        detail: expect.stringMatching(
          /^This costs \d+ NGN, and less is left of the 0 that this client may spend/,
        ),
      })
    for (const { path, wellFormed, name, firstnameField } of products) {
      const body = { [firstnameField]: 'Ada', lastname: 'Obi' }
      const { status, body: problem } = await client.post(path(wellFormed), body, { prefer: 'respond-async' })
      expect([name, status, problem.code]).toEqual([name, 402, 'spend_cap_reached'])
    }
    expect(world.simulator.calls).toEqual(before)
    for (const path of ['/v1/addresses', '/v1/employments'])
      expect((await client.get(path)).body.data).toEqual([])
    expect((await client.get('/v1/events')).body.data).toEqual([])
  })

  it('reads, cancels and is answered what it ordered before', async () => {
    const clientId = await cappedClient(prices.address)
    const client = await signIn(clientId)
    const order = addressOrder({
      street: '3 Capped Street',
      applicant: { ...addressOrder().applicant, phone: '08000001010' },
    })
    const first = await client.post('/v1/addresses', order)
    const again = await client.post('/v1/addresses', order)
    expect([first.status, again.status, again.body.duplicateRequest]).toEqual([201, 200, true])
    expect((await client.get(`/v1/addresses/${first.body.id}`)).status).toBe(200)
  })
})

describe('an order', () => {
  it('is refused under its key, and taken under it once a cancelled one has given its price back', async () => {
    const clientId = await cappedClient(2 * prices.address - 1)
    const client = await signIn(clientId)
    const unvisited = { ...addressOrder().applicant, phone: '08000001010' }
    const order = (street: string) => addressOrder({ street, applicant: unvisited })
    const first = await client.post('/v1/addresses', order('4 Capped Street'))
    const key = { 'idempotency-key': 'capped-order' }
    expect((await client.post('/v1/addresses', order('5 Capped Street'), key)).status).toBe(402)
    expect((await client.delete(`/v1/addresses/${first.body.id}`)).status).toBe(200)
    await settled(clientId, { used: 0, spent: 0 })
    expect((await client.post('/v1/addresses', order('5 Capped Street'), key)).status).toBe(201)
    expect(await spend(clientId)).toMatchObject({ used: prices.address, spent: 0 })
  })

  it('is spent when it is decided, and counts under a cap that was lowered and raised meanwhile', async () => {
    const clientId = await cappedClient(prices.address)
    const client = await signIn(clientId)
    await client.post('/v1/addresses', addressOrder({ street: '6 Capped Street' }))
    await settled(clientId, { used: prices.address, spent: prices.address })
    await world.administer({ command: 'removeSpendCap', clientId })
    const free = await signIn(clientId)
    const { id } = (await free.post('/v1/addresses', addressOrder({ street: '7 Capped Street' }))).body
    await eventually(async () => {
      const { body } = await free.get(`/v1/addresses/${id}`)
      return body.status.state === 'COMPLETE'
    })
    expect(await setCap(clientId, 1)).toMatchObject({ spendCap: 1, used: 2 * prices.address })
    expect((await lookUp(await signIn(clientId), numbers.exact)).status).toBe(402)
    await setCap(clientId, 2 * prices.address + prices.nin)
    expect((await lookUp(await signIn(clientId), numbers.exact)).status).toBe(200)
  })
})

describe('look-ups', () => {
  it('never exceed a cap, however many come at once', async () => {
    const clientId = await cappedClient(4 * prices.nin)
    const client = await signIn(clientId)
    const answers = await Promise.all([...Array(20)].map(() => lookUp(client, numbers.exact)))
    const statuses = Map.groupBy(answers, ({ status }) => status)
    expect([...statuses].map(([status, all]) => [status, all.length]).toSorted()).toEqual([
      [200, 4],
      [402, 16],
    ])
    expect(await spend(clientId)).toMatchObject({ used: 4 * prices.nin, spent: 4 * prices.nin })
  })

  it('spend nothing that they do not charge: nobody, nothing readable, no registry, a limit', async () => {
    const clientId = await cappedClient(prices.nin)
    const client = await signIn(clientId)
    const { notFound, unreadable, unavailable, limited } = numbers
    const statuses: number[] = []
    for (const number of [notFound, unreadable, unavailable, limited])
      statuses.push((await lookUp(client, number)).status)
    expect(statuses).toEqual([404, 502, 503, 429])
    expect(await spend(clientId)).toMatchObject({ used: 0, spent: 0 })
    expect((await lookUp(client, numbers.exact)).status).toBe(200)
  })

  it('are charged once under one key, though the client may spend no more by then', async () => {
    const clientId = await cappedClient(prices.nin)
    const client = await signIn(clientId)
    const key = { 'idempotency-key': 'capped-look-up' }
    const first = await lookUp(client, numbers.exact, key)
    const again = await lookUp(client, numbers.exact, key)
    expect([first.status, again.status, again.body.id]).toEqual([200, 200, first.body.id])
    expect(await spend(clientId)).toMatchObject({ used: prices.nin, spent: prices.nin })
  })

  it('that are answered late keep their price put aside until then', async () => {
    const clientId = await cappedClient(prices.nin)
    const client = await signIn(clientId)
    const accepted = await lookUp(client, numbers.late, { prefer: 'respond-async' })
    expect(accepted.status).toBe(202)
    expect((await lookUp(client, numbers.exact)).status).toBe(402)
    await settled(clientId, { used: prices.nin, spent: prices.nin })
    const [found] = (await chargedIn(world.emulator)).lines.filter(line =>
      line.includes(`${accepted.body.id}`),
    )
    expect(found).toContain(` nin ${prices.nin} `)
  })
})

describe('what was charged', () => {
  it('is read by product and month, of the organisation and the products that the client may read', async () => {
    const month = new Date().toISOString().slice(0, 7)
    const whole = await world.client()
    const own = (await chargedIn(world.emulator)).lines.filter(line =>
      line.startsWith(`${world.organisationId} test `),
    )
    const total = own.reduce((sum, line) => sum + Number(line.split(' ')[4]), 0)
    // The stream adds each of them.
    const body = await eventually(async () => {
      const read = (await whole.get('/v1/charges')).body
      return read.total === total && read
    }, 'the sum of all lines')
    expect(Date.parse(body.asOf)).toBeGreaterThan(Date.parse(`${month}-01`))
    const ofNin = body.data.find(({ product }: { product: string }) => product === 'nin')
    expect(body).toMatchObject({ month, currency: 'NGN', spendCap: null })
    expect(ofNin.amount).toBe(ofNin.count * prices.nin)

    const clientId = await cappedClient(5)
    await world.administer({ command: 'changeScopes', clientId, scopes: ['addresses'] })
    const narrow = await signIn(clientId)
    const narrowed = (await narrow.get(`/v1/charges?month=${month}`)).body
    expect(narrowed.data.map(({ product }: { product: string }) => product)).toEqual(['address'])
    expect(narrowed.spendCap).toEqual({ amount: 5, used: 0, spent: 0 })
    const nothing = { data: [], total: 0 }
    expect((await whole.get('/v1/charges?month=2020-01')).body).toMatchObject(nothing)
    expect((await (await world.client('other-test')).get('/v1/charges')).body).toMatchObject(nothing)
    expect((await whole.get('/v1/charges?month=2026-13')).status).toBe(400)
  })

  it('is held against the records by night', async () => {
    await world.emulator.invoke(functionNamed('outbox-check-ledger'), {})
    const isOf = (event: string) => (line: string) => line.includes(event)
    await eventually(() => world.logLines.some(isOf('ledger.checking')))
    expect(world.logLines.filter(isOf('ledger.mismatch'))).toEqual([])
  })
})
