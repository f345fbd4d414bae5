import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tokenSeconds } from '../shared/account/credential.ts'
import { issueAccessToken } from '../shared/account/sign-in.ts'
import { ProblemBody, problems } from '../shared/http/contract/problem.ts'
import type { Route } from '../shared/http/contract/route.ts'
import { bodyLimitBytes } from '../shared/http/contract/route.ts'
import { type ActionName, routes } from '../shared/routes.ts'
import { scopes } from '../shared/scopes.ts'
import { type Answer, type ApiClient, apiClient, call } from './support/api-client.ts'
import { startWorld, type World } from './support/environment.ts'
import { eventually } from './support/eventually.ts'
import { clientOfAll } from './support/fieldwork.ts'
import { addressOrder, employmentOrder } from './support/orders.ts'
import { reachTable } from './support/reach-table.ts'
import {
  bodySchemaOf,
  emptyBody,
  exampleBody,
  fieldsOf,
  objectWith,
  requiredFieldsOf,
  somePath,
  wrongFor,
  wrongTypeError,
} from './support/route-inputs.ts'

const all = Object.entries(routes) as [ActionName, Route][]
const guarded = all.filter(([, route]) => route.access !== 'public')
const withBody = all.filter(([, route]) => bodySchemaOf(route))

/** Bodies of which every field is optional. */
const allOptional: readonly string[] = [
  'updateWebhook',
  'rotateWebhookSecret',
  'resendEvent',
  'fileReport',
  'claimAssignment',
]
/** A licence's first name may be spelt in two ways, so that neither field is required by itself. */
const requiredBeside: Readonly<Record<string, readonly string[]>> = { lookUpDriverLicense: ['/firstname'] }

let world: World
let client: ApiClient

beforeAll(async () => {
  world = await startWorld()
  client = await clientOfAll(world)
  reachTable(world.region)
})
afterAll(() => world[Symbol.asyncDispose]())

const expectProblem = ({ status, headers, body }: Answer, expected: number, code: keyof typeof problems) => {
  expect(body).toMatchObject({ status: expected, code, retryable: problems[code].retryable })
  expect(status).toBe(expected)
  expect(headers.get('content-type')).toBe('application/problem+json')
  expect(ProblemBody.safeParse(body).success).toBe(true)
  expect(body.requestId).toBe(headers.get('x-request-id'))
}

describe.each(guarded)('%s', (_action, route) => {
  const url = () => `${world.url}${somePath(route)}`
  const withToken = (token: string) =>
    call(url(), route.method, {
      headers: { authorization: `Bearer ${token}` },
      ...(route.body && { body: {} }),
    })

  it('refuses an anonymous caller', async () => {
    const answer = await call(url(), route.method, route.body && { body: {} })
    expectProblem(answer, 401, 'unauthenticated')
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
  })

  it('refuses a token that was never issued', async () => {
    expectProblem(await withToken('x'.repeat(43)), 401, 'unauthenticated')
  })

  it('refuses a token whose time is over', async () => {
    const longAgoMs = Date.now() - (tokenSeconds + 1) * 1000
    const token = await issueAccessToken({ clientId: 'local-test', secret: 'local-test-secret' }, longAgoMs)
    expectProblem(await withToken(token!), 401, 'unauthenticated')
  })

  it('refuses a client without the scope, naming the scope', async () => {
    const clientId = `without-${route.method.toLowerCase()}${somePath(route)
      .replace(/[^a-z]/gi, '-')
      .toLowerCase()}`.slice(0, 60)
    const wanted = ([] as string[]).concat(route.access)
    const others = scopes.filter(scope => !wanted.includes(scope))
    await world.administer({
      command: 'createClient',
      organisationId: 1,
      mode: 'test',
      clientId,
      secret: 'a-secret',
      scopes: others,
    })
    const answer = await withToken((await apiClient(world.url, clientId, 'a-secret')).token)
    expectProblem(answer, 403, 'product_not_enabled')
    expect(answer.body.detail).toContain(wanted[0])
  })
})

interface Named {
  readonly pointer: string
}

/** What an answer says of fields of the body, in the order of their pointers. */
const bodyErrorsOf = ({ body }: Answer): Named[] =>
  body.errors
    .filter(({ pointer }: Named) => !pointer.startsWith('path/'))
    .toSorted((one: Named, other: Named) => one.pointer.localeCompare(other.pointer))

describe.each(withBody)('%s', (action, route) => {
  /** What only a page of ours may ask is asked as it would. */
  const asPage = (): Record<string, string> =>
    route.problems?.includes('foreign_origin') ? { origin: world.url } : {}
  const send = (body: unknown, headers?: Record<string, string>) =>
    client.request(route.method, somePath(route), body, { ...asPage(), ...headers })
  const schema = bodySchemaOf(route)!
  const fields = fieldsOf(schema)
  const required = [...requiredFieldsOf(schema), ...(requiredBeside[action] ?? [])]

  it('declares fields, and which of them are required', () => {
    expect(fields.length).toBeGreaterThan(0)
    expect(required.length === 0).toBe(allOptional.includes(action))
  })

  it('says of malformed JSON that it is', async () => {
    const answer = await send('{"not": json')
    expectProblem(answer, 400, 'invalid_request')
    expect(bodyErrorsOf(answer)).toEqual([
      { pointer: '', code: 'invalid_json', detail: 'The body is not well-formed JSON.' },
    ])
  })

  it('takes nothing but JSON', async () => {
    expectProblem(await send('a=b', { 'content-type': 'text/plain' }), 415, 'unsupported_media_type')
  })

  it('refuses a body above what the route takes', async () => {
    const limit = route.bodyLimitBytes ?? bodyLimitBytes
    expectProblem(await send({ padding: 'x'.repeat(limit) }), 413, 'body_too_large')
  })

  it.skipIf(allOptional.includes(action))('names every required field that is missing, at once', async () => {
    const answer = await send(emptyBody(schema))
    expectProblem(answer, 400, 'invalid_request')
    const missing = { code: 'required', detail: 'This field is required.' }
    expect(bodyErrorsOf(answer)).toEqual(
      required.toSorted((one, other) => one.localeCompare(other)).map(pointer => ({ pointer, ...missing })),
    )
  })

  it.each(fields)('refuses a wrong type for %s, naming it', async (pointer, field) => {
    const answer = await send(objectWith(pointer, wrongFor(field)))
    expectProblem(answer, 400, 'invalid_request')
    expect(bodyErrorsOf(answer)).toContainEqual(wrongTypeError(pointer, field))
    expect(bodyErrorsOf(answer).filter(error => error.pointer === pointer)).toHaveLength(1)
  })
})

const byId = guarded.filter(([, route]) => /\{(id)\}$/.test(route.path) && route.method !== 'PATCH')

describe.each(byId)('%s', (_action, route) => {
  it('answers 404 for an id that does not exist', async () => {
    expectProblem(await client.request(route.method, somePath(route)), 404, 'not_found')
  })
})

describe('something of one organisation', () => {
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    await using receiver = await world.receiver()
    ids['/v1/webhooks'] = (await client.post('/v1/webhooks', { url: receiver.url })).body.id
    ids['/v1/addresses'] = (await client.post('/v1/addresses', addressOrder())).body.id
    ids['/v1/employments'] = (await client.post('/v1/employments', employmentOrder())).body.id
    ids['/v1/events'] = `evt_${ids['/v1/addresses']}_completed`
    await eventually(async () => (await client.get(`/v1/events/${ids['/v1/events']}`)).status === 200)
  })

  const ofSomething = guarded.filter(([, { path }]) =>
    /^\/v1\/(webhooks|addresses|employments|events)\/\{id\}/.test(path),
  )

  it.each(ofSomething.filter(([, { method }]) => method === 'GET'))(
    'is there for its own: %s',
    async (_action, route) => {
      const noun = route.path.split('/').slice(0, 3).join('/')
      expect((await client.get(route.path.replace('{id}', ids[noun]!))).status).toBe(200)
    },
  )

  it.each(ofSomething)(
    'is not there for another organisation, nor in the other mode: %s',
    async (_action, route) => {
      const noun = route.path.split('/').slice(0, 3).join('/')
      const path = route.path.replace('{id}', ids[noun]!)
      const body = route.body && exampleBody(route)
      for (const clientId of ['other-test', 'local-live']) {
        const stranger = await world.client(clientId)
        expectProblem(await stranger.request(route.method, path, body), 404, 'not_found')
      }
    },
  )
})

it('answers a path that does not exist in the shape of all errors', async () => {
  expectProblem(await client.get('/v1/nothing/here'), 404, 'not_found')
  expectProblem(await call(`${world.url}/v2`, 'GET'), 404, 'not_found')
})

it('answers a method that a path does not take with those it takes', async () => {
  const answer = await client.request('PUT', '/v1/addresses', {})
  expectProblem(answer, 405, 'method_not_allowed')
  expect(answer.headers.get('allow')).toBe('POST, GET')
})

it('publishes every route in the OpenAPI document', async () => {
  const { body } = await call(`${world.url}/v1/openapi.json`, 'GET')
  const operations = Object.values(body.paths as Record<string, object>).flatMap(Object.keys)
  expect(operations.filter(name => name !== 'parameters')).toHaveLength(all.length)
  for (const [action, route] of all)
    expect(body.paths[route.path][route.method.toLowerCase()]).toMatchObject({ operationId: action })
})
