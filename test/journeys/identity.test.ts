import { describe, expect, it } from 'vitest'
import { simulatedPerson } from '../../infra/local/registry-simulator.ts'
import type { SandboxCase } from '../../shared/identity/contract/sandbox.ts'
import { findIdentityProduct, registryNames } from '../../shared/identity/products.ts'
import { joinWorld } from '../support/environment.ts'
import { type ProductUnderTest, products } from '../support/identities.ts'
import { addressOrder, applicant } from '../support/orders.ts'
import { openedWritesIn } from '../support/written.ts'

const world = await joinWorld()
const sandbox = await world.client('local-test')
const live = await world.client('local-live')

const claimOf = ({ name, firstnameField }: ProductUnderTest) => {
  const { firstname, lastname } = findIdentityProduct(name).sandbox.person
  return { [firstnameField]: firstname, lastname }
}
const numberOf = ({ name }: ProductUnderTest, outcome: SandboxCase) =>
  findIdentityProduct(name).sandbox.numbers[outcome]

describe.each(products)('$name in test mode', product => {
  const ask = (outcome: SandboxCase, claim: object = claimOf(product)) =>
    sandbox.post(product.path(numberOf(product, outcome)), claim)

  it.each([
    ['exact', 'EXACT_MATCH', 'verified', { firstname: true, lastname: true }],
    ['transposed', 'TRANSPOSED_MATCH', 'verified', { firstname: true, lastname: true }],
    ['partial', 'PARTIAL_MATCH', 'id_mismatch', { firstname: true, lastname: false }],
    ['none', 'NO_MATCH', 'id_mismatch', { firstname: false, lastname: false }],
  ] as const)('answers %s with %s and %s', async (outcome, matchStatus, status, fieldMatches) => {
    const answer = await ask(outcome)
    expect(answer.status).toBe(200)
    expect(answer.body.status).toEqual({ state: 'complete', status })
    expect(answer.body.summary[product.check]).toMatchObject({ status: matchStatus, fieldMatches })
    if (outcome === 'none') expect(answer.body).toMatchObject(product.holder(null))
    else expect(answer.body).toMatchObject(product.holder(numberOf(product, outcome)))
  })

  it('compares every supplied field and says how it compared', async () => {
    const { middlename, birthdate, phone, gender } = findIdentityProduct(product.name).sandbox.person
    const dob = birthdate.split('-').reverse().join('-')
    const answer = await ask('exact', { ...claimOf(product), middlename, dob, phone: `${phone}`, gender })
    const fields = ['firstname', 'lastname', 'middlename', 'dob', 'phone', 'gender']
    expect(answer.body.summary[product.check]).toEqual({
      status: 'EXACT_MATCH',
      fieldMatches: Object.fromEntries(fields.map(field => [field, true])),
      matchDetails: Object.fromEntries(fields.map(field => [field, 'exact'])),
    })
    const other = await ask('exact', { ...claimOf(product), dob: '1999-12-31' })
    expect(other.body.status.status).toBe('id_mismatch')
    expect(other.body.summary[product.check].fieldMatches.dob).toBe(false)
  })

  it('reads a telephone as people of the registry’s country write it', async () => {
    const { country, sandbox: simulated } = findIdentityProduct(product.name)
    const own = `${simulated.person.phone}`.replace(`+${country.callingCode}`, '').replace(/^0/, '')
    for (const phone of [`0${own}`, `+${country.callingCode}${own}`]) {
      const { body } = await ask('exact', { ...claimOf(product), phone })
      expect([phone, body.summary[product.check].matchDetails.phone]).toEqual([phone, 'exact'])
    }
  })

  it('answers 404 identity_not_found for a number that nobody has', async () => {
    for (const number of [numberOf(product, 'notFound'), product.wellFormed]) {
      const answer = await sandbox.post(product.path(number), claimOf(product))
      expect(answer.status).toBe(404)
      expect(answer.body).toMatchObject({ code: 'identity_not_found', retryable: false })
    }
  })

  it('answers 502 record_unreadable for a record that nobody can read or that is another’s', async () => {
    for (const outcome of ['unreadable', 'lying'] as const) {
      const answer = await ask(outcome)
      expect(answer.status).toBe(502)
      expect(answer.body).toMatchObject({ code: 'record_unreadable', retryable: false })
    }
  })

  it('answers 503 registry_unavailable for a registry that is down', async () => {
    for (const outcome of ['unavailable', 'late'] as const) {
      const answer = await ask(outcome)
      expect(answer.status).toBe(503)
      expect(answer.body).toMatchObject({ code: 'registry_unavailable', retryable: true })
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
  })

  it('answers 429 too_many_requests for the number that is limited', async () => {
    const answer = await ask('limited')
    expect(answer.status).toBe(429)
    expect(answer.body).toMatchObject({ code: 'too_many_requests', retryable: true })
    expect(answer.headers.get('ratelimit')).toMatch(/^"requests";r=\d+;t=\d+, "number";r=0;t=\d+$/)
  })

  it('answers 400 with a pointer to the path parameter for an ill-formed number', async () => {
    const answer = await sandbox.post(product.path('12-x'), claimOf(product))
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([
      expect.objectContaining({ pointer: `path/${product.parameter}`, code: 'wrong_form' }),
    ])
    expect(JSON.stringify(answer.body)).not.toContain('12-x')
  })

  it('answers 400 naming every bad field of the claim', async () => {
    const answer = await sandbox.post(product.path(numberOf(product, 'exact')), { dob: '1974-02-30' })
    expect(answer.status).toBe(400)
    const pointers = answer.body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()
    expect(pointers).toEqual(['/dob', '/firstname', '/lastname'])
  })

  it('gives the verdict again later, without bio-data', async () => {
    const { body } = await ask('partial')
    const { status, body: later } = await sandbox.get(`/v1/identities/${body.id}`)
    expect(status).toBe(200)
    expect(later).toEqual({
      id: body.id,
      product: product.name,
      idNumberLast4: numberOf(product, 'partial').slice(-4),
      requestedAt: expect.any(String),
      completedAt: expect.any(String),
      price: expect.any(Number),
      summary: body.summary,
      status: body.status,
    })
    expect(later.price).toBeGreaterThan(0)
  })
})

describe.each(products)('a live look-up of $name', product => {
  const { firstname, lastname } = simulatedPerson
  const claim = { [product.firstnameField]: firstname, lastname }
  const ask = (ending: string, body: object = claim) => live.post(product.path(product.ending(ending)), body)

  it('answers with the registry’s person in the interface’s shape', async () => {
    const number = product.ending('111')
    const answer = await live.post(product.path(number), claim)
    expect(answer.status).toBe(200)
    expect(answer.body.status).toEqual({ state: 'complete', status: 'verified' })
    expect(answer.body).toMatchObject(product.holder(number))
    expect(JSON.stringify(answer.body)).toContain(simulatedPerson.photo)
    expect(JSON.stringify(answer.body)).toContain(simulatedPerson.birthdate)
  })

  it.each([
    ['TRANSPOSED_MATCH', 'verified', { firstname: lastname, lastname: firstname }],
    ['PARTIAL_MATCH', 'id_mismatch', { firstname, lastname: 'Bello' }],
    ['NO_MATCH', 'id_mismatch', { firstname: 'Musa', lastname: 'Bello' }],
  ])('answers %s with %s', async (matchStatus, status, names) => {
    const body = { [product.firstnameField]: names.firstname, lastname: names.lastname }
    const answer = await ask('112', body)
    expect(answer.body.summary[product.check].status).toBe(matchStatus)
    expect(answer.body.status).toEqual({ state: 'complete', status })
  })

  it('answers 404 identity_not_found only when the registry itself says so', async () => {
    expect((await ask('404')).body.code).toBe('identity_not_found')
    const bare = await ask('903')
    expect([bare.status, bare.body.code]).toEqual([503, 'registry_unavailable'])
    await ask('113')
  })

  it.each([
    ['fails', '500', 503, 'registry_unavailable'],
    ['sends malformed JSON', '901', 502, 'record_unreadable'],
    ['sends another schema', '902', 502, 'record_unreadable'],
    ['sends somebody else’s record', '904', 502, 'record_unreadable'],
    ['sends more than any record has', '906', 502, 'record_unreadable'],
  ])(
    'refuses when the registry %s, and goes on when it answers again',
    async (_what, ending, status, code) => {
      const answer = await ask(ending)
      expect([answer.status, answer.body.code]).toEqual([status, code])
      expect((await ask('114')).status).toBe(200)
    },
  )

  it('finds somebody who has one name by that as first and as last name', async () => {
    const found = await ask('905', { [product.firstnameField]: 'Adaeze', lastname: 'Adaeze' })
    expect([found.status, found.body.summary[product.check].status]).toEqual([200, 'EXACT_MATCH'])
    const { status, body } = await ask('905')
    const { fieldMatches, matchDetails } = body.summary[product.check]
    expect([status, fieldMatches, matchDetails]).toEqual([
      200,
      { firstname: true, lastname: false },
      { firstname: 'exact', lastname: 'missing' },
    ])
  })

  it('asks once more behind a gateway’s 502', async () => {
    const before = world.simulator.calls[product.registry]!
    expect((await ask('502')).status).toBe(200)
    expect(world.simulator.calls[product.registry]).toBe(before + 2)
  })
})

describe('the two modes', () => {
  it('never reach one another’s registry nor record', async () => {
    const before = { ...world.simulator.calls }
    const [product] = products
    const answer = await sandbox.post(product!.path(product!.ending('115')), claimOf(product!))
    expect(answer.body.code).toBe('identity_not_found')
    expect(world.simulator.calls).toEqual(before)
    const kept = await sandbox.post(product!.path(numberOf(product!, 'exact')), claimOf(product!))
    expect((await live.get(`/v1/identities/${kept.body.id}`)).status).toBe(404)
    const other = await world.client('other-test')
    expect((await other.get(`/v1/identities/${kept.body.id}`)).status).toBe(404)
  })

  it('have each their health list', async () => {
    const registries = (await live.get('/v1/registries')).body.data
    expect(registries.map(({ name }: { name: string }) => name)).toEqual(registryNames)
    for (const registry of registries)
      expect(registry).toMatchObject({
        state: 'available',
        lastSuccessAt: expect.any(String),
        p50LatencyMs: expect.any(Number),
      })
    const inSandbox = (await sandbox.get('/v1/registries')).body.data
    expect(inSandbox).toHaveLength(registries.length)
    for (const registry of inSandbox)
      expect(registry).toMatchObject({ state: 'available', since: null, p50LatencyMs: null })
  })
})

describe('a driver’s licence', () => {
  it('takes firstname and fistname, and refuses two that differ', async () => {
    const path = `/v1/ng/identities/driver-license/${findIdentityProduct('driver-license').sandbox.numbers.exact}`
    const { firstname, lastname } = findIdentityProduct('driver-license').sandbox.person
    expect((await sandbox.post(path, { firstname, lastname })).body.status.status).toBe('verified')
    expect((await sandbox.post(path, { fistname: firstname, firstname, lastname })).status).toBe(200)
    const differing = await sandbox.post(path, { fistname: 'Tunde', firstname: 'Tundex', lastname })
    expect(differing.body.errors).toMatchObject([{ pointer: '/fistname' }])
  })
})

it('an order and a look-up of one number keep the same digest, however it is written', async () => {
  const { exact } = findIdentityProduct('nin').sandbox.numbers
  const idNumber = `${exact.slice(0, 4)}-${exact.slice(4, 8)}-${exact.slice(8)}`
  const order = addressOrder({ applicant: { ...applicant, idType: 'nin', idNumber } })
  const recorded = world.emulator.recorded.length
  expect((await sandbox.post('/v1/addresses', order)).status).toBe(201)
  expect((await sandbox.post(`/v1/ng/identities/nin/${exact}`, claimOf(products[0]!))).status).toBe(200)
  const written = await openedWritesIn(world, recorded)
  const digests = written.flatMap(({ name, value }) => [
    ...(name === 'idNumberDigest' ? [JSON.parse(value).S] : []),
    ...[...value.matchAll(/"idNumberDigest":"([^"]+)"/g)].map(([, digest]) => digest),
  ])
  expect(digests.length).toBeGreaterThanOrEqual(2)
  expect(new Set(digests).size).toBe(1)
})
