import { describe, expect, it } from 'vitest'
import type { Route } from '../../shared/http/contract/route.ts'
import { lookupPath } from '../../shared/identity/contract/lookup-route.ts'
import { identityProducts } from '../../shared/identity/products.ts'
import { served } from '../../shared/routes.ts'
import type { ApiClient } from '../support/api-client.ts'
import { enrolledDevice, newDevice, upload } from '../support/capture.ts'
import { operationOf } from '../support/document.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { openWork, worker } from '../support/fieldwork.ts'
import { addressOrder, businessAddressOrder, employmentOrder } from '../support/orders.ts'
import { jpegOf } from '../support/pictures.ts'
import { somePath } from '../support/route-inputs.ts'

const posts = Object.values<Route>(served).filter(
  ({ method, access }) => method === 'POST' && access !== 'public',
)
const isWork = ({ access }: Route): boolean => [access].flat().some(scope => scope.startsWith('operations.'))

/** What nobody has: the number of a look-up is another path for each product. */
const unknownNumbers = new Map(
  identityProducts.map(product => [
    lookupPath(product) as string,
    lookupPath(product).replace(/\{\w+\}/, product.sandbox.numbers.notFound),
  ]),
)

/** Nobody has what they name, but for these: they order, try out, enrol, assign, search and explain, or are refused for another reason below. */
const namingNothing = [
  '/v1/addresses',
  '/v1/addresses/business',
  '/v1/addresses/pro',
  '/v1/employments',
  '/v1/mcp',
  '/v1/operations/assignees',
  '/v1/operations/devices',
  '/v1/operations/searches',
  '/v1/portal/links',
  '/v1/webhooks',
]

const refused = posts.filter(({ path }) => !namingNothing.includes(path))

const exampleOf = (route: Route): object | undefined => {
  const examples = operationOf(route).requestBody?.content['application/json']?.examples
  return Object.values(examples ?? {})[0]?.value as object | undefined
}

const world = await joinWorld()
const client = await world.client()
const staff = await world.client('live-operations')

describe('an Idempotency-Key whose request was refused', () => {
  it.each(refused.map(route => [route.path, route] as const))(
    'is free for another: %s',
    async (_path, route) => {
      const path =
        unknownNumbers.get(route.path) ??
        somePath(route).replace(/photos\/.+/, 'photos/exteriorPhotos.photo1')
      const post = (body: object | undefined) =>
        (isWork(route) ? staff : client).post(path, body, { 'idempotency-key': 'one-key' })
      const example = exampleOf(route)
      const first = await post(example)
      expect(first.status).toBe(404)
      const second = await post(example && { ...example, nobodyReadsThis: 'another body' })
      expect([second.status, second.body.code]).toEqual([404, first.body.code])
    },
  )

  it('is free for another: /v1/webhooks, of whose URLs there is one endpoint each', async () => {
    const { url } = await world.receiver()
    const post = (body: object) => client.post('/v1/webhooks', body, { 'idempotency-key': 'a-key' })
    expect((await client.post('/v1/webhooks', { url, events: ['address.*'] })).status).toBe(201)
    const first = await post({ url, events: ['employment.*'] })
    expect(first.status).toBe(409)
    expect((await post({ url, events: ['identity.*'] })).body.code).toBe(first.body.code)
  })
})

/** Asks twice with one key. */
const askTwice = async (by: ApiClient, path: string, body: object) => {
  const ask = () => by.post(path, body, { 'idempotency-key': `key-of-${path.replaceAll('/', '-')}` })
  return { first: await ask(), second: await ask() }
}

const isReplayed = (headers: Headers): boolean => headers.get('idempotency-replayed') === 'true'

describe('an Idempotency-Key whose request went well', () => {
  it('of a second visit makes one, in whichever order and escapes its repeats have their fields', async () => {
    const order = addressOrder({ street: '5 Key Street', allowRevisit: true })
    const sent = JSON.stringify(order)
    const ways = [
      JSON.stringify(Object.fromEntries(Object.entries(order).toReversed())),
      JSON.stringify(order, null, 2),
      sent.replace('Key', '\\u004bey'),
    ]
    const key = { 'idempotency-key': 'in-other-words' }
    const first = await client.post('/v1/addresses', sent, key)
    for (const way of ways) {
      const { status, body, headers } = await client.post('/v1/addresses', way, key)
      expect([status, body, isReplayed(headers)]).toEqual([201, first.body, true])
    }
    const other = await client.post('/v1/addresses', sent.replace('5 Key', '6 Key'), key)
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
  })

  it('of an order is refused by each path that knows nothing of orders', async () => {
    const { url } = await world.receiver()
    const { body: endpoint } = await client.post('/v1/webhooks', { url: `${url}/mine` })
    const key = { 'idempotency-key': 'of-an-order' }
    expect((await client.post('/v1/addresses', addressOrder({ street: '1 Key Street' }), key)).status).toBe(
      201,
    )
    const others = [
      ['/v1/webhooks', { url }],
      [`/v1/webhooks/${endpoint.id}/secret`, undefined],
      ['/v1/portal/links', {}],
    ] as const
    for (const [path, body] of others) {
      const { status, body: problem } = await client.post(path, body, key)
      expect([path, status, problem.code]).toEqual([path, 422, 'idempotency_key_reused'])
    }
  })

  it.each([
    ['/v1/addresses', addressOrder({ street: '2 Key Street' })],
    ['/v1/addresses/business', businessAddressOrder({ street: '3 Key Street' })],
    ['/v1/employments', employmentOrder({ employerName: 'Keys Limited' })],
  ])('of an order gives ten at once the one answer, and lets none wait: %s', async (path, order) => {
    const ask = () =>
      client.post(path, order, { 'idempotency-key': `ten-at-once-${path.replaceAll('/', '-')}` })
    const answers = await Promise.all(Array.from({ length: 10 }, ask))
    expect(answers.map(({ status }) => status)).toEqual(Array.from(answers, () => 201))
    const [first, ...others] = answers.toSorted(
      (one, other) => Number(isReplayed(one.headers)) - Number(isReplayed(other.headers)),
    )
    expect([isReplayed(first!.headers), others.every(({ headers }) => isReplayed(headers))]).toEqual([
      false,
      true,
    ])
    const again = await ask()
    for (const { body, headers } of [...others, again]) {
      expect(body).toEqual(first!.body)
      expect(headers.get('location')).toBe(`${path.replace('/business', '')}/${first!.body.id}`)
    }
  })

  it('gives the device of a page that asked twice', async () => {
    const agent = await worker(world, 'keys-agent', ['agent'])
    const enrolment = newDevice().enrolmentFor('keys-agent')
    const { first, second } = await askTwice(agent, '/v1/operations/devices', enrolment)
    expect([first.status, second.status, isReplayed(second.headers)]).toEqual([201, 201, true])
    expect(second.body).toEqual(first.body)
  })

  it('gives a place for the same photo, and takes it once', async () => {
    const agent = await worker(world, 'keys-photographer', ['agent'])
    const { assignment } = await openWork(world)
    await agent.post(`/v1/operations/assignments/${assignment}/claim`)
    const photo = jpegOf(640, 480)
    const record = (await enrolledDevice(agent)).capture(assignment, photo)
    const path = `/v1/operations/assignments/${assignment}/photos`
    const placed = await askTwice(agent, path, { records: [record] })
    expect([placed.first.status, placed.second.status]).toEqual([200, 200])
    const { sha256, upload: place } = placed.second.body.data[0]
    expect(sha256).toBe(placed.first.body.data[0].sha256)
    await upload(place, photo)
    const taken = await askTwice(agent, `${path}/exteriorPhotos.photo1`, { sha256 })
    expect([taken.first.status, taken.second.status, isReplayed(taken.second.headers)]).toEqual([
      200,
      200,
      true,
    ])
    expect(taken.second.body).toEqual(taken.first.body)
  })

  it('says again what came of an assigning', async () => {
    const supervisor = await worker(world, 'keys-supervisor', ['supervisor'])
    const assignees = [{ id: `${world.organisationId}-1`, agent: null }]
    const { first, second } = await askTwice(supervisor, '/v1/operations/assignees', { assignees })
    expect([first.status, second.status, isReplayed(second.headers)]).toEqual([200, 200, true])
    expect(second.body).toEqual(first.body)
  })

  it('sends an event again once, and what an endpoint missed once', async () => {
    const { url } = await world.receiver()
    const { body: endpoint } = await client.post('/v1/webhooks', { url, events: ['address.*'] })
    const { body: ordered } = await client.post('/v1/addresses', addressOrder({ street: '5 Key Street' }))
    await client.post(`/v1/sandbox/verifications/${ordered.id}/complete`, { subStatus: 'VERIFIED' })
    const event = `/v1/events/evt_${ordered.id}_completed`
    await eventually(async () => (await client.get(event)).status === 200, 'the event')
    for (const [path, body] of [
      [`${event}/resend`, { endpointId: endpoint.id }],
      [`/v1/webhooks/${endpoint.id}/recover`, { since: '2026-11-20' }],
    ] as const) {
      const { first, second } = await askTwice(client, path, body)
      expect(first.status, path).toBe(202)
      expect([second.status, isReplayed(second.headers)], path).toEqual([202, true])
    }
  })
})
