import { describe, expect, it } from 'vitest'
import { operatorOrganisationId } from '../shared/account/caller.ts'
import { isOperationsScope } from '../shared/account/contract.ts'
import { tokenSeconds } from '../shared/account/credential.ts'
import { issueAccessToken } from '../shared/account/sign-in.ts'
import { problems } from '../shared/http/contract/problem.ts'
import { ProblemBody } from '../shared/http/contract/problem-body.ts'
import type { Route } from '../shared/http/contract/route.ts'
import { bodyLimitBytes } from '../shared/http/contract/route.ts'
import { isShownTo } from '../shared/openapi/audience.ts'
import { type ActionName, routes } from '../shared/routes.ts'
import { scopes } from '../shared/scopes.ts'
import { type Answer, call } from './support/api-client.ts'
import { newClient } from './support/clients.ts'
import { joinWorld } from './support/environment.ts'
import { openAskers } from './support/fieldwork.ts'
import { reachTable } from './support/reach-table.ts'
import {
  bodySchemaOf,
  emptyBody,
  fieldsOf,
  requiredFieldsOf,
  somePath,
  withValue,
  wrongFor,
  wrongTypeError,
} from './support/route-inputs.ts'

const all = Object.entries(routes) as [ActionName, Route][]
const guarded = all.filter(([, route]) => route.access !== 'public')
/** A wrong message of JSON-RPC is answered in its words: `test/journeys/mcp.test.ts`. */
const withBody = all.filter(([, route]) => bodySchemaOf(route) && !route.isJsonRpc)

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

const world = await joinWorld()
const askerOf = await openAskers(world)
await reachTable(world.emulator)
await world.client('local-test')

const expectProblem = ({ status, headers, body }: Answer, expected: number, code: keyof typeof problems) => {
  expect(body).toMatchObject({ status: expected, code, retryable: problems[code].retryable })
  expect(status).toBe(expected)
  expect(headers.get('content-type')).toBe('application/problem+json')
  expect(ProblemBody.safeParse(body).success).toBe(true)
  expect(body.requestId).toBe(headers.get('x-request-id'))
}

const tokens = new Map<string, Promise<string>>()

const issueTokenWithout = async (unwanted: readonly string[]): Promise<string> => {
  // Whoever lacks all that a customer's client may have is the operator's, and the other way round.
  const others = scopes.filter(scope => !unwanted.includes(scope))
  const [forCustomers, forOperator] = [
    others.filter(scope => !isOperationsScope(scope)),
    others.filter(isOperationsScope),
  ]
  const [organisationId, wanted] =
    forCustomers.length > 0 ? [1, forCustomers] : [operatorOrganisationId, forOperator]
  return (await newClient(world, { organisationId, scopes: wanted })).token
}

/** Of a client with all scopes but these; routes that ask for the same share it. */
const tokenWithout = (unwanted: readonly string[]): Promise<string> => {
  const token = tokens.get(`${unwanted}`) ?? issueTokenWithout(unwanted)
  tokens.set(`${unwanted}`, token)
  return token
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
    const issued = await issueAccessToken({ clientId: 'local-test', secret: 'local-test-secret' }, longAgoMs)
    expectProblem(await withToken(issued!.accessToken), 401, 'unauthenticated')
  })

  it('refuses a client without the scope, naming the scope', async () => {
    const wanted = [route.access].flat()
    const answer = await withToken(await tokenWithout(wanted))
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
    askerOf(route.path).request(route.method, somePath(route), body, { ...asPage(), ...headers })
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

  const wantedName = (pointer: string) =>
    `Send the ${pointer.slice(1)} that the person gave you: a number alone buys nobody’s data. See /v1/docs/from-qoreid#claims.`
  const isClaim = action.startsWith('lookUp')

  it.skipIf(allOptional.includes(action))('names every required field that is missing, at once', async () => {
    const answer = await send(emptyBody(schema))
    expectProblem(answer, 400, 'invalid_request')
    const detailOf = (pointer: string) => (isClaim ? wantedName(pointer) : 'This field is required.')
    expect(bodyErrorsOf(answer)).toEqual(
      required
        .toSorted((one, other) => one.localeCompare(other))
        .map(pointer => ({ pointer, code: 'required', detail: detailOf(pointer) })),
    )
  })

  const depths = [...Map.groupBy(fields, ([pointer]) => pointer.split('/').length).values()]

  it.each(depths)(
    'refuses wrong types, naming every field of a depth at once: %s and others',
    async (...wrong) => {
      const body = wrong.reduce((whole, [pointer, field]) => withValue(whole, pointer, wrongFor(field)), {})
      const answer = await send(body)
      expectProblem(answer, 400, 'invalid_request')
      for (const [pointer, field] of wrong)
        expect(bodyErrorsOf(answer).filter(error => error.pointer === pointer)).toEqual([
          {
            ...wrongTypeError(pointer, field),
            ...(isClaim && requiredFieldsOf(schema).includes(pointer) && { detail: wantedName(pointer) }),
          },
        ])
    },
  )
})

const byId = guarded.filter(([, route]) => /\{(id)\}$/.test(route.path) && route.method !== 'PATCH')

describe.each(byId)('%s', (_action, route) => {
  it('answers 404 for an id that does not exist', async () => {
    expectProblem(await askerOf(route.path).request(route.method, somePath(route)), 404, 'not_found')
  })
})

it('answers a path that does not exist in the shape of all errors', async () => {
  expectProblem(await askerOf('/v1/nothing/here').get('/v1/nothing/here'), 404, 'not_found')
  expectProblem(await call(`${world.url}/v2`, 'GET'), 404, 'not_found')
})

it('answers a method that a path does not take with those it takes', async () => {
  const answer = await askerOf('/v1/addresses').request('PUT', '/v1/addresses', {})
  expectProblem(answer, 405, 'method_not_allowed')
  expect(answer.headers.get('allow')).toBe('POST, GET')
})

it('publishes every route of a customer in the OpenAPI document', async () => {
  const { body } = await call(`${world.url}/v1/openapi.json`, 'GET')
  const operations = Object.values(body.paths as Record<string, object>).flatMap(Object.keys)
  const ofCustomers = all.filter(([, route]) => isShownTo('integrator', route))
  expect(operations.filter(name => name !== 'parameters')).toHaveLength(ofCustomers.length)
  for (const [action, route] of ofCustomers)
    expect(body.paths[route.path][route.method.toLowerCase()]).toMatchObject({ operationId: action })
})
