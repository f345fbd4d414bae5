import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findIdentityProduct } from '../../shared/identity/products.ts'
import { type Answer, call } from '../support/api-client.ts'
import { newClient } from '../support/clients.ts'
import { quickly, startWorld, type World } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { openWork, worker } from '../support/fieldwork.ts'
import { addressOrder } from '../support/orders.ts'

const perMinute = 200
const lookupsPerMinute = 20
const claimsPerAgent = 3
const timeoutSeconds = 2
const paths = ['/v1/addresses', '/v1/employments', '/v1/events', '/v1/webhooks', '/v1/registries']

let world: World
beforeAll(async () => {
  const lookups = { ...quickly.lookups!, perClientPerMinute: lookupsPerMinute }
  const fieldwork = { ...quickly.fieldwork!, claimsPerAgent }
  const webhooks = { ...quickly.webhooks!, timeoutSeconds }
  world = await startWorld({ settings: { requestsPerMinute: perMinute, lookups, fieldwork, webhooks } })
})
afterAll(() => world[Symbol.asyncDispose]())

const minute = () => Math.floor(Date.now() / 60_000)

it('a client makes no more requests in a minute than its limit allows, over all paths together', async () => {
  const { get } = await world.client('local-test')
  const startedIn = minute()
  const answers: Answer[] = []
  // No more at once than a busy machine answers in time.
  for (let sent = 0; sent < 240; sent += 20)
    answers.push(...(await Promise.all(Array.from({ length: 20 }, (_, index) => get(paths[index % 5]!)))))
  const answered = answers.filter(({ status }) => status === 200).length
  const refused = answers.filter(({ status }) => status === 429)
  expect(answered + refused.length).toBe(240)
  const minutes = minute() - startedIn + 1
  expect(answered).toBeLessThanOrEqual(perMinute * minutes)
  // A limit never refuses while a tenth of it is unused.
  expect(answered).toBeGreaterThan(perMinute * 0.9)
  for (const { headers } of answers) {
    expect(headers.get('ratelimit-policy')).toBe('"requests";q=200;w=60')
    expect(headers.get('ratelimit')).toMatch(/^"requests";r=\d+;t=\d+$/)
  }
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)
})

it('a client that uses up its limit leaves another its own', async () => {
  const other = await world.client('other-test')
  const { status, headers } = await other.get('/v1/addresses')
  expect([status, headers.get('ratelimit')]).toEqual([200, expect.stringMatching(/^"requests";r=199;/)])
})

it('a client makes no more look-ups in a minute than its limit allows, however many at a time', async () => {
  const client = await world.client('other-test')
  const { person, numbers } = findIdentityProduct('nin').sandbox
  const claim = { firstname: person.firstname, lastname: person.lastname }
  const path = `/v1/ng/identities/nin/${numbers.exact}`
  const startedIn = minute()
  const answers = await Promise.all(Array.from({ length: 40 }, () => client.post(path, claim)))
  const minutes = minute() - startedIn + 1
  const answered = answers.filter(({ status }) => status === 200).length
  expect(answered).toBeLessThanOrEqual(lookupsPerMinute * minutes)
  expect(answered).toBeGreaterThan(0)
  for (const refused of answers.filter(({ status }) => status === 429)) {
    expect(refused.headers.get('ratelimit')).toMatch(/^"requests";r=\d+;t=\d+, "client";r=0;t=\d+$/)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  }
})

it('an agent holds no more visits than the limit allows', async () => {
  const agent = await worker(world, 'a-busy-agent', ['agent'])
  for (let held = 0; held <= claimsPerAgent; held++) {
    const { assignment } = await openWork(world)
    const { status, body } = await agent.post(`/v1/operations/assignments/${assignment}/claim`)
    expect([status, body.code]).toEqual(held < claimsPerAgent ? [200, undefined] : [409, 'too_many_claims'])
  }
})

it('cuts a receiver that hangs', async () => {
  const client = await newClient(world, { scopes: ['addresses', 'webhooks', 'events'] })
  const receiver = await world.receiver(() => {})
  await client.post('/v1/webhooks', { url: receiver.url })
  const { id } = (await client.post('/v1/addresses', addressOrder({ street: '3 Delivery Drive' }))).body
  await eventually(() => receiver.received.length > 1, 'the retry of what was cut')
  const { body } = await client.get(`/v1/events/evt_${id}_completed`)
  expect(body.attempts[0]).toMatchObject({ outcome: 'retry', status: null, failure: 'timeout' })
  expect(body.attempts[0].latencyMs).toBeGreaterThanOrEqual(timeoutSeconds * 950)
})

describe('wrong secrets', () => {
  const guess = (clientId: string, secret: string) =>
    call(`${world.url}/v1/token`, 'POST', { body: { clientId, secret } })

  let secret: string

  beforeAll(async () => {
    const client = { organisationId: 1, mode: 'test', clientId: 'somebody', scopes: ['addresses'] }
    const made = await world.administer({ command: 'createClient', ...client })
    secret = (made as { secret: string }).secret
  })

  it.each(['somebody', 'somebody-else'])(
    'are refused unheard after thirty in an hour, and say nothing of whether %s exists',
    async clientId => {
      const answers = await Promise.all(Array.from({ length: 40 }, (_, each) => guess(clientId, `${each}`)))
      const statuses = answers.map(({ status }) => status).toSorted()
      // An hour may end meanwhile.
      expect(statuses.filter(status => status === 401).length).toBeGreaterThanOrEqual(30)
      expect((await guess(clientId, 'one more')).status).toBe(429)
      const { headers, body } = answers.find(({ status }) => status === 429)!
      expect(body.code).toBe('too_many_requests')
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(3600)
    },
  )

  it('do not lock out the owner of the right one', async () => {
    expect((await guess('somebody', 'wrong')).status).toBe(429)
    expect((await guess('somebody', secret)).status).toBe(200)
  })
})
