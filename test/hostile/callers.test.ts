import { expect, it } from 'vitest'
import { operatorOrganisationId } from '../../shared/account/caller.ts'
import { isOperationsScope } from '../../shared/account/contract.ts'
import type { Route } from '../../shared/http/contract/route.ts'
import { type ActionName, routes } from '../../shared/routes.ts'
import { scopes } from '../../shared/scopes.ts'
import { type Answer, type ApiClient, apiClient, call } from '../support/api-client.ts'
import { newClient } from '../support/clients.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { addressOrder, employmentOrder } from '../support/orders.ts'
import { openPortal } from '../support/portal.ts'
import { exampleBody, somePath } from '../support/route-inputs.ts'
import { signInOwn } from '../support/sign-in.ts'

/*
 * Every kind of caller at every route, with ids of another customer: nobody is let in without the scope, nobody reads what
 * is another's, and nothing fails as 5xx.
 */

const world = await joinWorld()
const owner = await world.client()

const customerScopes = scopes.filter(scope => !isOperationsScope(scope))
const operationsScopes = scopes.filter(isOperationsScope)

/** What nobody but its owner may read, which stands in each of the owner's things. */
const canary = 'Zyxwmatrix'

const made = async () => {
  const id = async (path: string, body: object): Promise<string> => {
    const answer = await owner.post(path, body)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return `${answer.body.id}`
  }
  const { url } = await world.receiver()
  const address = await id('/v1/addresses', addressOrder({ customerReference: canary }))
  const employment = await id('/v1/employments', employmentOrder({ customerReference: canary }))
  const webhook = await id('/v1/webhooks', { url: `${url}/${canary}` })
  for (const each of [address, employment])
    await eventually(async () => (await owner.get(`/v1/events/evt_${each}_completed`)).status === 200)
  return { address, employment, webhook }
}
const things = await made()

type Send = (method: string, path: string, body?: unknown) => Promise<Answer>

interface Kind {
  readonly send: Send
  /** Undefined: nobody knows them. */
  readonly scopes?: readonly string[]
  readonly by: 'token' | 'session' | 'portal' | 'nothing'
  readonly mode?: 'live'
  /** Known, and kept away from everything. */
  readonly isKeptAway?: true
}

const byToken = (client: ApiClient, own: readonly string[], isKeptAway?: true): Kind => ({
  send: (method, path, body) => client.request(method, path, body),
  scopes: own,
  by: 'token',
  ...(isKeptAway && { isKeptAway }),
})

const unknown = (headers: Record<string, string>): Kind => ({
  send: (method, path, body) => call(`${world.url}${path}`, method, { body, headers }),
  by: 'nothing',
})

/** A customer's client that is kept away after it had signed in. */
const keptAway = async (commands: (of: { clientId: string; organisationId: number }) => object) => {
  const { id: organisationId } = (await world.administer({
    command: 'createOrganisation',
    name: 'Kept away',
  })) as { id: number }
  const { clientId, secret } = (await world.administer({
    command: 'createClient',
    organisationId,
    mode: 'test',
    scopes: customerScopes,
  })) as { clientId: string; secret: string }
  const client = await apiClient(world.url, clientId, secret)
  await world.administer(commands({ clientId, organisationId }))
  return client
}

const ofPortal = async (clientId: string): Promise<Kind> => {
  await world.client(clientId)
  const { ask } = await openPortal(world, clientId)
  return { send: ask, scopes: customerScopes, by: 'portal' }
}

const ofPerson = async (role: string): Promise<Kind> => {
  const person = await signInOwn(world, `matrix-${role}`, role)
  return {
    send: (method, path, body) => person.request(method, path, body),
    scopes: [`operations.${role}`],
    by: 'session',
  }
}

const makeKinds = async (): Promise<ReadonlyMap<string, Kind>> => {
  const client = async (own: readonly string[], changes: object) =>
    byToken(await newClient(world, { scopes: own, ...changes }), own)
  const kinds = new Map<string, Kind>([
    ['nobody', unknown({})],
    ['a token that was made up', unknown({ authorization: `Bearer ${'a'.repeat(43)}` })],
    ['another scheme', unknown({ authorization: `Basic ${btoa('local-test:local-test-secret')}` })],
    ['a cookie that was made up', unknown({ cookie: `session=${'b'.repeat(43)}`, origin: world.url })],
    [
      'a client whose tokens were revoked',
      {
        ...byToken(await keptAway(({ clientId }) => ({ command: 'revokeTokens', clientId })), []),
        by: 'nothing',
      },
    ],
    [
      'a suspended client',
      byToken(await keptAway(({ clientId }) => ({ command: 'suspendClient', clientId })), [], true),
    ],
    [
      'a client of a suspended organisation',
      byToken(
        await keptAway(({ organisationId }) => ({ command: 'suspendOrganisation', organisationId })),
        [],
        true,
      ),
    ],
    ['another organisation, with every scope', await client(customerScopes, { organisationId: 2 })],
    ['the same organisation in live mode', byToken(await world.client('local-live'), customerScopes)],
    ['the portal of another organisation', await ofPortal('other-test')],
    ['the portal of live mode', { ...(await ofPortal('local-live')), mode: 'live' }],
  ])
  for (const scope of customerScopes)
    kinds.set(`another organisation with ${scope}`, await client([scope], { organisationId: 2 }))
  for (const scope of operationsScopes)
    kinds.set(
      `a client with ${scope}`,
      await client([scope], { organisationId: operatorOrganisationId, mode: 'live' }),
    )
  for (const role of ['agent', 'reviewer', 'supervisor', 'operator'])
    kinds.set(`a person, ${role}`, await ofPerson(role))
  return kinds
}
const kinds = await makeKinds()

/** What ends the caller's own session would leave nothing to try. */
const endsSession: readonly string[] = ['endSession', 'closePortal']
const tried = (Object.entries(routes) as [ActionName, Route][]).filter(
  ([action]) => !endsSession.includes(action),
)

const isOperations = ({ path }: Route): boolean => path.startsWith('/v1/operations') || path === '/v1/session'

const mayUse = ({ scopes: own, by, mode, isKeptAway }: Kind, route: Route): boolean => {
  if (route.access === 'public') return true
  if (!own || isKeptAway || by === 'nothing') return false
  if (by === 'portal' && (!route.inPortal || (route.inPortal === 'test' && mode === 'live'))) return false
  if (by === 'session' && !isOperations(route)) return false
  return own.some(scope => [route.access].flat().some(wanted => wanted === scope))
}

/** Ids of the owner where there are some for this noun, and one that nobody has. */
const pathsOf = (route: Route): readonly string[] => {
  if (!route.path.includes('{id}')) return [somePath(route)]
  const ids: Readonly<Record<string, readonly string[]>> = {
    addresses: [things.address],
    employments: [things.employment],
    webhooks: [things.webhook],
    events: [`evt_${things.address}_completed`, `evt_${things.employment}_completed`],
    sandbox: [things.address],
  }
  const own = ids[route.path.split('/')[2]!] ?? []
  return [...own.map(id => route.path.replace('{id}', id)), somePath(route)]
}

let pairs = 0

/** What is wrong with an answer, or undefined. */
const faultOf = ({ status, body }: Answer, kind: Kind, route: Route): string | undefined => {
  const text = JSON.stringify(body)
  if (status >= 500) return `${status}`
  if (mayUse(kind, route)) {
    // Workers see the work of all customers.
    if (!isOperations(route) && text.includes(canary)) return 'foreign data'
    return route.path.includes('{id}') && status < 300 ? `${status}` : undefined
  }
  const expected = kind.isKeptAway
    ? [[403, 'client_suspended']]
    : kind.by === 'token' || (kind.by === 'session' && isOperations(route)) || route.inPortal
      ? [
          [403, 'product_not_enabled'],
          [401, 'unauthenticated'],
        ]
      : [[401, 'unauthenticated']]
  return expected.some(([s, code]) => s === status && code === body?.code) ? undefined : `${status} ${text}`
}

it.each([...kinds])('%s', { timeout: 240_000 }, async (_, kind) => {
  const faults: string[] = []
  for (const [action, route] of tried)
    for (const path of pathsOf(route)) {
      pairs++
      const answer = await kind.send(route.method, path, route.body && exampleBody(route))
      const fault = faultOf(answer, kind, route)
      if (fault !== undefined) faults.push(`${action} ${path}: ${fault.slice(0, 300)}`)
    }
  expect(faults).toEqual([])
})

it('was all of them, and what they tried to reach is as it was', async () => {
  console.log(`${kinds.size} kinds of caller, ${tried.length} routes, ${pairs} requests`)
  expect(kinds.size).toBeGreaterThanOrEqual(27)
  const { body } = await owner.get(`/v1/addresses/${things.address}`)
  expect([body.status.status, JSON.stringify(body).includes(canary)]).toEqual(['VERIFIED', true])
  expect((await owner.get(`/v1/webhooks/${things.webhook}`)).body.enabled).toBe(true)
})
