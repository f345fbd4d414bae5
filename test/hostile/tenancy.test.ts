import { describe, expect, it } from 'vitest'
import type { Route } from '../../shared/http/contract/route.ts'
import { findIdentityProduct } from '../../shared/identity/products.ts'
import { type ActionName, routes } from '../../shared/routes.ts'
import type { ApiClient } from '../support/api-client.ts'
import { newClient } from '../support/clients.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { products } from '../support/identities.ts'
import { addressOrder, businessAddressOrder, employmentOrder } from '../support/orders.ts'
import { exampleBody } from '../support/route-inputs.ts'

const ofSomething = (Object.entries(routes) as [ActionName, Route][]).filter(
  // Workers see the work of all organisations: who may do what there is another journey's.
  ([, { path, access }]) =>
    path.includes('{id}') && access !== 'public' && !path.startsWith('/v1/operations'),
)

/** Bodies that would do something if the caller were let in. */
const bodies: Readonly<Partial<Record<ActionName, object>>> = {
  completeTestVerification: { subStatus: 'VERIFIED' },
}

/** What there is of everything, in one organisation's test mode. */
interface Things {
  readonly address: string
  readonly business: string
  readonly employment: string
  readonly webhook: string
  readonly identity: string
  readonly deleted: string
}

let cases = 0

/** A client of the owner's organisation and mode that may do this and nothing else. */
const clientWith = (scopes: readonly string[]) => newClient(world, { scopes })

const furnish = async (): Promise<Things> => {
  const receiver = await world.receiver()
  const [nin] = products
  const { person, numbers } = findIdentityProduct('nin').sandbox
  const claim = { firstname: person.firstname, lastname: person.lastname }
  const id = async (path: string, body: object): Promise<string> => {
    const answer = await owner.post(path, body)
    expect(answer.status).toBeLessThan(300)
    return `${answer.body.id}`
  }
  const deleted = await id('/v1/webhooks', { url: `${receiver.url}/deleted` })
  await owner.delete(`/v1/webhooks/${deleted}`)
  const made = {
    address: await id('/v1/addresses', addressOrder()),
    business: await id('/v1/addresses/business', businessAddressOrder()),
    employment: await id('/v1/employments', employmentOrder()),
    webhook: await id('/v1/webhooks', { url: `${receiver.url}/own` }),
    identity: await id(nin!.path(numbers.exact), claim),
    deleted,
  }
  for (const id of [made.address, made.business, made.employment])
    await eventually(async () => (await owner.get(`/v1/events/evt_${id}_completed`)).status === 200)
  return made
}

const world = await joinWorld()
const owner = await world.client()
const things = await furnish()

const collectionOf = ({ path }: Route): string => path.split('/')[2]!

/** Which things a route is about; all others are another noun's. */
const about: Readonly<Record<string, readonly (keyof Things)[]>> = {
  addresses: ['address', 'business'],
  employments: ['employment'],
  webhooks: ['webhook'],
  identities: ['identity'],
  events: ['address', 'business', 'employment'],
  sandbox: ['address', 'business', 'employment'],
}

const idIn = (route: Route, id: string): string =>
  collectionOf(route) === 'events' ? `evt_${id}_completed` : id
const random = '63184876213'

const ask = (client: ApiClient, [action, route]: [ActionName, Route], id: string) =>
  client.request(
    route.method,
    route.path.replace('{id}', idIn(route, id)),
    bodies[action] ?? (route.body && exampleBody(route)),
  )

/** Asks, and expects to be turned away without a word about what is there. */
const expectRefusal = async (client: ApiClient, one: [ActionName, Route], id: string, expected: number) => {
  cases++
  const { status, body } = await ask(client, one, id)
  expect({ status, code: body.code }).toEqual({
    status: expected,
    code: expected === 404 ? 'not_found' : 'product_not_enabled',
  })
  expect(JSON.stringify(body)).not.toContain('Adeyemi')
}

const ownedBy = (route: Route) => about[collectionOf(route)]!.map(name => things[name])

it('answers 200 to its owner, by every GET', async () => {
  const reads = ofSomething.filter(([, { method }]) => method === 'GET')
  const asked = reads.flatMap(([action, route]) => ownedBy(route).map(id => ({ action, route, id })))
  const answered = asked.map(async ({ action, route, id }) => {
    // A receipt is signed after the end was told.
    const { status } = await eventually(async () => {
      const answer = await ask(owner, [action, route], id)
      return answer.status !== 409 && answer
    })
    return [action, id, status]
  })
  expect(await Promise.all(answered)).toEqual(asked.map(({ action, id }) => [action, id, 200]))
  expect(new Set(asked.map(({ action }) => action)).size).toBeGreaterThan(10)
})

describe.each(ofSomething)('%s', (action, route) => {
  const own = () => ownedBy(route)

  it('knows nothing of another organisation’s, nor of the other mode’s', async () => {
    for (const clientId of ['other-test', 'local-live'])
      for (const id of own()) await expectRefusal(await world.client(clientId), [action, route], id, 404)
  })

  it('finds no record of another resource, no deleted record, and none that never existed', async () => {
    const names = Object.keys(things) as (keyof Things)[]
    for (const name of names.filter(each => !about[collectionOf(route)]!.includes(each)))
      await expectRefusal(owner, [action, route], things[name], 404)
    await expectRefusal(owner, [action, route], random, 404)
  })
})

describe('a scope among several that a route takes', () => {
  const turnedAway = async (scope: string, action: ActionName, id: string) => {
    await expectRefusal(await clientWith([scope]), [action, routes[action] as Route], id, 403)
  }

  it('ends no test verification of the other noun', async () => {
    await turnedAway('employments', 'completeTestVerification', things.address)
    await turnedAway('employments', 'completeTestVerification', things.business)
    await turnedAway('addresses', 'completeTestVerification', things.employment)
  })

  it.each(products.filter(({ name }) => name !== 'nin').map(({ name }) => name))(
    'reads no other product’s look-up: identities.%s',
    async name => {
      await turnedAway(`identities.${name}`, 'getIdentity', things.identity)
    },
  )
})

it('was tried in at least 120 ways, and all is as it was', async () => {
  console.log(`${cases} cases of tenancy`)
  expect(cases).toBeGreaterThanOrEqual(120)
  const address = (await owner.get(`/v1/addresses/${things.address}`)).body
  const employment = (await owner.get(`/v1/employments/${things.employment}`)).body
  expect([address.status.status, employment.status.status]).toEqual(['VERIFIED', 'VERIFIED'])
  const webhook = await owner.get(`/v1/webhooks/${things.webhook}`)
  expect(webhook.body.enabled).toBe(true)
  expect((await owner.get(`/v1/identities/${things.identity}`)).status).toBe(200)
})
