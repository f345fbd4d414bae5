import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { simulatedPerson } from '../../infra/local/registry-simulator-replies.ts'
import { stages } from '../../infra/stages.ts'
import { productNamed } from '../../shared/identity/products.ts'
import type { ApiClient } from '../support/api-client.ts'
import { startWorld, type World } from '../support/world.ts'

let world: World
let live: ApiClient

beforeAll(async () => {
  const lookups = { ...stages.local.lookups, perNumberPerDay: 5 }
  world = await startWorld({ settings: { lookups } })
  live = await world.client('local-live')
})
afterAll(() => world[Symbol.asyncDispose]())

const { firstname, lastname } = simulatedPerson
const nin = (number: string) => `/v1/ng/identities/nin/${number}`
const ask = (number: string, body: object = { firstname, lastname }, headers = {}) =>
  live.post(nin(number), body, headers)

describe('a client in live mode', () => {
  it('cannot try a hundred names against one number, however many at a time', async () => {
    const before = world.simulator.calls.nin!
    const names = Array.from({ length: 100 }, (_, index) => ({ firstname: `Name${index}`, lastname }))
    const answers = await Promise.all(names.map(name => ask('71000000111', name)))
    const answered = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status === 429)
    expect([answered.length, refused.length]).toEqual([5, 95])
    expect(world.simulator.calls.nin).toBe(before + 5)
    for (const { body, headers } of refused) {
      expect(body).toMatchObject({ code: 'too_many_requests', retryable: true })
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(headers.get('ratelimit')).toMatch(/^"requests";r=\d+;t=\d+, "number";r=0;t=\d+$/)
      expect(headers.get('ratelimit-policy')).toBe('"requests";q=600000;w=60, "number";q=5;w=86400')
    }
    expect((await ask('71-000-000 111')).status).toBe(429)
    expect((await ask('71000000112')).status).toBe(200)
  })

  it('sees in every answer what its limits still allow', async () => {
    const { headers } = await ask('71000000113')
    expect(headers.get('ratelimit-policy')).toBe(
      '"requests";q=600000;w=60, "client";q=600000;w=60, "number";q=5;w=86400',
    )
    expect(headers.get('ratelimit')).toMatch(
      /^"requests";r=\d+;t=\d+, "client";r=\d+;t=\d+, "number";r=4;t=\d+$/,
    )
  })

  it('is not charged a try when the registry failed', async () => {
    world.simulator.behave('error')
    expect((await ask('71000000114')).status).toBe(503)
    world.simulator.behave('answer')
    expect((await ask('71000000114')).headers.get('ratelimit')).toMatch(/"number";r=4;/)
  })

  it('that repeats a look-up with its Idempotency-Key gets the same id and pays once', async () => {
    const key = { 'idempotency-key': 'look-up-1' }
    const first = await ask('71000000115', { firstname, lastname }, key)
    const second = await ask('71000000115', { firstname, lastname }, key)
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(second.body).toEqual(first.body)
    const other = await ask('71000000115', { firstname, lastname: 'Bello' }, key)
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])

    world.simulator.behave('error')
    expect((await ask('71000000115', { firstname, lastname }, key)).status).toBe(503)
    world.simulator.behave('answer')
    expect((await ask('71000000115', { firstname, lastname }, key)).body.id).toBe(first.body.id)
  })
})

describe('a client', () => {
  it('cannot make more look-ups in a minute than its limit allows, however many at a time', async () => {
    const lookups = { ...stages.local.lookups, perClientPerMinute: 20 }
    await using narrow = await startWorld({ settings: { lookups } })
    const client = await narrow.client('local-test')
    const { person, numbers } = productNamed('nin').sandbox
    const claim = { firstname: person.firstname, lastname: person.lastname }
    const minute = () => Math.floor(Date.now() / 60_000)
    const startedIn = minute()
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => client.post(nin(numbers.exact), claim)),
    )
    const minutes = minute() - startedIn + 1
    const answered = answers.filter(({ status }) => status === 200).length
    expect(answered).toBeLessThanOrEqual(20 * minutes)
    expect(answered).toBeGreaterThan(0)
    const refused = answers.find(({ status }) => status === 429)!
    expect(refused.headers.get('ratelimit')).toMatch(/^"requests";r=\d+;t=\d+, "client";r=0;t=\d+$/)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  })
})
