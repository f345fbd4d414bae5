import { afterAll, describe, expect, it } from 'vitest'
import { simulatedPerson } from '../../infra/local/registry-simulator.ts'
import { stages } from '../../infra/stages.ts'
import { failureThreshold } from '../../shared/identity/registry/circuit.ts'
import { identityScopes } from '../../shared/identity/routes.ts'
import type { ApiClient } from '../support/api-client.ts'
import { newClient } from '../support/clients.ts'
import { startWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { countedIn } from '../support/metric-lines.ts'

const fruitlessPerDay = 20
const lookups = { ...stages.local.lookups, perNumberPerDay: 1000, fruitlessPerDay }

const world = await startWorld({ settings: { lookups } })
afterAll(() => world[Symbol.asyncDispose]())
const attacker = await world.client('local-live')
const wanted = { mode: 'live', scopes: identityScopes } as const
const accomplice = await newClient(world, wanted)
const other = await newClient(world, { ...wanted, organisationId: 2 })

const { firstname, lastname } = simulatedPerson
const ask = (client: ApiClient, number: string, names: object = { firstname, lastname }) =>
  client.post(`/v1/ng/identities/nin/${number}`, names)

const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index))
const counted = (answers: readonly { status: number; body: { code?: string } }[]) => {
  const words = Map.groupBy(answers, ({ status, body }) => `${status} ${body.code ?? ''}`.trim())
  return Object.fromEntries([...words].map(([word, of]) => [word, of.length]))
}

describe('one client that hammers numbers whose answers nobody can use', () => {
  const refusals = {
    '400': '502 record_unreadable',
    '429': '503 registry_unavailable',
    '902': '502 record_unreadable',
    '903': '503 registry_unavailable',
    '904': '502 record_unreadable',
    '906': '502 record_unreadable',
  }

  it('opens the circuit breaker for nobody', async () => {
    let isOver = false
    const rounds = 38
    const hammer = async (ending: string) => {
      const got: Awaited<ReturnType<typeof ask>>[] = []
      // However slow the machine, oftener than opens a breaker.
      while (!isOver || got.length <= failureThreshold) got.push(await ask(attacker, `60000000${ending}`))
      return [ending, got] as const
    }
    const hammering = Object.keys(refusals).map(hammer)
    const answers = []
    for (let call = 100; call < 100 + rounds; call++)
      answers.push(...(await Promise.all(times(5, each => ask(other, `61000${call}${each}11`)))))
    // A bad number of its own does not close it either.
    const bad = await ask(other, '64000000902')
    answers.push(...(await Promise.all(times(5, each => ask(other, `61000999${each}11`)))))
    isOver = true
    const hammered = await Promise.all(hammering)
    expect(bad.status).toBe(502)
    expect(counted(answers)).toEqual({ '200': 5 * (rounds + 1) })
    for (const [ending, got] of hammered) {
      expect(counted(got)).toEqual({ [refusals[ending as keyof typeof refusals]]: got.length })
    }
  })
})

describe('an organisation that goes through numbers with an invented name', () => {
  const invented = { firstname: 'Musa', lastname: 'Bello' }
  const goThrough = (client: ApiClient, from: number) =>
    times(40, each => client.post(`/v1/ke/identities/alien-card/${from + each}`, invented))

  it('learns nothing about anybody, and is limited, with any number of clients at a time', async () => {
    const asked = world.simulator.calls['alien-card']!
    const answers = await Promise.all([...goThrough(attacker, 500_001), ...goThrough(accomplice, 500_101)])
    expect(counted(answers)).toEqual({ '200': 20, '429 too_many_requests': 60 })
    for (const { body, headers } of answers.filter(({ status }) => status === 200)) {
      expect(body.nin).toBeNull()
      expect(body.summary.nin_check.status).toBe('NO_MATCH')
      expect(headers.get('ratelimit-policy')).toMatch(/, "fruitless";q=20;w=86400$/)
    }
    for (const { headers } of answers.filter(({ status }) => status === 429)) {
      expect(headers.get('ratelimit')).toMatch(/, "fruitless";r=0;t=\d+$/)
      expect(headers.get('ratelimit-policy')).toMatch(/, "fruitless";q=20;w=86400$/)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    const text = JSON.stringify(answers.map(({ body }) => body))
    const said = Object.values(simulatedPerson).filter(value => value.length > 1)
    expect(said.filter(value => text.includes(value))).toEqual([])
    // Beyond the twenty, only those who asked before they could know.
    expect(world.simulator.calls['alien-card']! - asked).toBeLessThan(80)
  })

  it('is refused for every product, and nobody else is', async () => {
    for (const client of [attacker, accomplice]) {
      const { status, headers } = await client.post('/v1/ke/identities/passport/BK0000111', {
        firstname,
        lastname,
      })
      expect(status).toBe(429)
      expect(headers.get('ratelimit-policy')).toMatch(/, "fruitless";q=20;w=86400$/)
    }
    expect((await ask(other, '62000000001')).status).toBe(200)
  })

  it('gets again what it was answered before, by its Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'before-the-end' }
    const path = '/v1/ng/identities/nin-premium/62000000002'
    const claim = { firstname, lastname }
    const first = await other.post(path, claim, key)
    const invented = times(fruitlessPerDay, each =>
      ask(other, `6300000${1000 + each}`, { firstname: 'Musa', lastname: 'Bello' }),
    )
    await Promise.all(invented)
    const isOver = async () => (await other.post(path, claim)).status === 429
    await eventually(isOver, 'every container to know that the day is used up')
    expect((await other.post(path, claim, key)).body).toEqual(first.body)
  })

  it('shows in the metrics, by product, without saying who was asked about', async () => {
    const lines = countedIn(world.logLines).filter(({ LookupsAnswered }) => LookupsAnswered !== undefined)
    const fruitless = lines.filter(
      ({ LookupsUnmatched, product }) => LookupsUnmatched === 1 && product === 'alien-card',
    )
    expect(fruitless.length).toBeGreaterThanOrEqual(fruitlessPerDay)
    const names = ['product', 'LookupsAnswered', 'LookupsUnmatched', 'version']
    for (const line of lines) expect([Object.keys(line), line.LookupsAnswered]).toEqual([names, 1])
  })
})
