import { afterAll, describe, expect, it } from 'vitest'
import { simulatedPerson, throttledSeconds } from '../../infra/local/registry-simulator.ts'
import { stages } from '../../infra/stages.ts'
import { identityScopes } from '../../shared/identity/routes.ts'
import type { ApiClient } from '../support/api-client.ts'
import { newClient } from '../support/clients.ts'
import { startWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'

const lookups = { ...stages.local.lookups, perNumberPerDay: 5 }
const world = await startWorld({ settings: { lookups } })
afterAll(() => world[Symbol.asyncDispose]())
const live = await world.client('local-live')

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

  it('shares the limit of a number with its organisation, and with no other', async () => {
    const wanted = { mode: 'live', scopes: identityScopes } as const
    const colleague = await newClient(world, wanted)
    const stranger = await newClient(world, { ...wanted, organisationId: 2 })
    const askAs = async (client: ApiClient) =>
      (await client.post(nin('71000000116'), { firstname, lastname })).status
    for (let call = 0; call < 5; call++) expect(await askAs(call % 2 ? live : colleague)).toBe(200)
    expect([await askAs(live), await askAs(colleague), await askAs(stranger)]).toEqual([429, 429, 200])
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

  it('is charged a try, and nothing else, for a record that nobody can read', async () => {
    for (let call = 0; call < 5; call++) {
      const { status, body } = await ask('71000000902')
      expect([status, body.code, body.retryable]).toEqual([502, 'record_unreadable', false])
    }
    expect((await ask('71000000902')).status).toBe(429)
  })

  it('is told when to ask a registry again that wants fewer questions', async () => {
    const { status, body, headers } = await ask('71000000429')
    expect([status, body.code, body.retryable]).toEqual([503, 'registry_unavailable', true])
    expect(headers.get('retry-after')).toBe(`${throttledSeconds}`)
    expect((await ask('71000000117')).status).toBe(200)
  })

  it('that has used up a limit does not take the one try of a registry that was down', async () => {
    for (let call = 0; call < 5; call++) expect((await ask('71000000118')).status).toBe(200)
    world.simulator.behave('error')
    const numbers = ['71000000121', '71000000122', '71000000123', '71000000124']
    for (const number of numbers) expect((await ask(number)).status).toBe(503)
    const asked = world.simulator.calls.nin!
    expect((await ask('71000000118')).status).toBe(503)
    world.simulator.behave('answer')
    const isLimited = async () => (await ask('71000000118')).status === 429
    await eventually(isLimited, 'the time of the next try')
    expect(world.simulator.calls.nin).toBe(asked)
    expect((await ask('71000000125')).status).toBe(200)
  }, 60_000)

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
