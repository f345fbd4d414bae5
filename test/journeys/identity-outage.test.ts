import { describe, expect, it } from 'vitest'
import { simulatedPerson } from '../../infra/local/registry-simulator.ts'
import { findIdentityProduct } from '../../shared/identity/products.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { products } from '../support/identities.ts'

const world = await joinWorld()
const live = await world.client('local-live')

const { firstname, lastname } = simulatedPerson
let lastNumber = 70_000_000_000
/** Every call asks about another number, so that no limit is met; none of them ends in a way of its own. */
const ask = () => {
  lastNumber += 1000
  return live.post(`/v1/ng/identities/nin/${lastNumber}`, { firstname, lastname })
}

const health = async () =>
  (await live.get('/v1/registries')).body.data.find(({ name }: { name: string }) => name === 'nin')

describe('a registry that takes 8 seconds', () => {
  it('is waited for, in either mode', async () => {
    const sandbox = await world.client('local-test')
    const slow = await Promise.all(
      products.flatMap(({ name, path, ending, firstnameField }) => {
        const { person, numbers } = findIdentityProduct(name).sandbox
        return [
          sandbox.post(path(numbers.slow), { [firstnameField]: person.firstname, lastname: person.lastname }),
          live.post(path(ending('908')), { [firstnameField]: firstname, lastname }),
        ]
      }),
    )
    for (const { status, body } of slow) expect([status, body.status?.status]).toEqual([200, 'verified'])
  })
})

describe('a registry that hangs', () => {
  it('makes 50 callers at once wait no longer than their time, and then no longer any', async () => {
    const warm = await Promise.all(Array.from({ length: 4 }, ask))
    expect(warm.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await health()).toMatchObject({ state: 'available' })
    world.simulator.behave('hang')

    const answers = await Promise.all(Array.from({ length: 50 }, ask))
    for (const { status, body, headers } of answers) {
      expect([status, body.code, body.retryable]).toEqual([503, 'registry_unavailable', true])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(await health()).toMatchObject({ state: 'unavailable', since: expect.any(String) })

    const asked = world.simulator.calls.nin
    expect((await ask()).status).toBe(503)
    expect(world.simulator.calls.nin).toBe(asked)
  })

  it('is asked again by one caller at a time, and by all after one success', async () => {
    world.simulator.behave('answer', 500)
    const asked = world.simulator.calls.nin!
    const first = await eventually(async () => {
      const answers = await Promise.all([ask(), ask(), ask()])
      const good = answers.filter(({ status }) => status === 200)
      return good.length > 0 && { good, answers }
    }, 'a probe that succeeds')
    expect(first.good).toHaveLength(1)
    expect(world.simulator.calls.nin).toBe(asked + 1)
    world.simulator.behave('answer')
    // What a container knows of the circuit may be a second old.
    const isOpenToAll = async () =>
      (await Promise.all(Array.from({ length: 8 }, ask))).every(({ status }) => status === 200)
    await eventually(isOpenToAll, 'the circuit to close for all')
    expect(await health()).toMatchObject({
      state: 'available',
      lastSuccessAt: expect.any(String),
      p50LatencyMs: expect.any(Number),
    })
  })

  it('does not affect the other registries', async () => {
    world.simulator.behave('error')
    for (let call = 0; call < 4; call++) expect((await ask()).status).toBe(503)
    world.simulator.behave('answer')
    const passport = await live.post('/v1/ke/identities/passport/BK0000111', { firstname, lastname })
    expect(passport.status).toBe(200)
  })
})
