import { dereference, validate } from '@readme/openapi-parser'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { problems } from '../../shared/http/contract/problem.ts'
import type { Route } from '../../shared/http/contract/route.ts'
import { operatorDocument } from '../../shared/openapi.ts'
import { pages, routes } from '../../shared/routes.ts'
import { outcomes } from '../../shared/verification/contract/outcome.ts'
import {
  deliveries,
  deref,
  deviationFrom,
  document,
  type MediaType,
  type Operation,
  operationOf,
  type Response,
} from '../support/document.ts'

const all = Object.entries(routes) as [string, Route][]

interface Schema {
  readonly [name: string]: unknown
  readonly type?: string | readonly string[]
  readonly pattern?: string
  readonly format?: string
}

interface Part {
  readonly pointer: string
  readonly schema: Schema
}

/** Everything in the document that is an object, by its place. */
const partsOf = (value: unknown, pointer: string): Part[] => {
  if (typeof value !== 'object' || value === null || /\/(examples|example|value)$/.test(pointer)) return []
  const inner = Object.entries(value).flatMap(([name, part]) => partsOf(part, `${pointer}/${name}`))
  return [{ pointer, schema: value as Schema }, ...inner]
}
const parts = partsOf(document, '#')
const schemas = parts.filter(({ schema }) => 'type' in schema || 'anyOf' in schema || 'enum' in schema)

const copy = (): Record<string, unknown> => structuredClone(operatorDocument)

describe('the document', () => {
  it('is valid OpenAPI 3.1 for one validator', async () => {
    const result = await new Validator().validate(copy())
    expect(result.errors).toBeUndefined()
    expect(result.valid).toBe(true)
  })

  it('is valid for another, every reference of it leads somewhere', async () => {
    expect(await validate(copy() as never)).toMatchObject({ valid: true })
    expect(JSON.stringify(await dereference(copy() as never))).not.toContain('"$ref"')
  })

  it('names every object once, in its components', () => {
    const unnamed = parts.filter(
      ({ pointer, schema }) =>
        schema.type === 'object' && 'properties' in schema && !/^#\/components\/schemas\/\w+$/.test(pointer),
    )
    expect(unnamed.map(({ pointer }) => pointer)).toEqual([])
    const bodies = Object.values(document.components.schemas!).map(each => JSON.stringify(each))
    expect(Object.keys(document.components.schemas!).length).toBeGreaterThan(80)
    expect(new Set(bodies).size).toBe(bodies.length)
  })

  it('has no type that is null alone, no integer without a width, and ids of 64 bits', () => {
    const nullOnly = schemas.filter(
      ({ pointer, schema }) => schema.type === 'null' && !/\/anyOf\/\d$/.test(pointer),
    )
    expect(nullOnly).toEqual([])
    const integers = schemas.filter(({ schema }) => [schema.type].flat().includes('integer'))
    expect(integers.length).toBeGreaterThan(30)
    expect(integers.filter(({ schema }) => !/^int(32|64)$/.test(schema.format ?? ''))).toEqual([])
    const ids = integers.filter(({ pointer }) => /\/(id|\w+Id)$/.test(pointer))
    expect(ids.filter(({ schema }) => schema.format !== 'int64')).toEqual([])
  })

  it('has patterns that ECMAScript, Python and RE2 read, and words instead of classes of characters', () => {
    const patterns = schemas.flatMap(({ schema }) => (schema.pattern === undefined ? [] : [schema.pattern]))
    expect(patterns.length).toBeGreaterThan(20)
    for (const pattern of patterns) {
      expect(() => new RegExp(pattern)).not.toThrow()
      expect(pattern).not.toMatch(/\\[pPudwsbBx]|\(\?[^:]/)
    }
  })

  it('says what a text may hold wherever it may not be empty', () => {
    const silent = schemas.filter(
      ({ schema }) => schema.type === 'string' && schema.minLength === 1 && !schema.pattern && !schema.format,
    )
    expect(silent.map(({ pointer }) => pointer)).toEqual([])
  })

  it('tells what every tag, and every status of a verification, is', () => {
    const used = new Set(all.map(([, { tag }]) => tag as string))
    expect(document.tags.map(({ name }) => name).toSorted()).toEqual([...used, 'Deliveries'].toSorted())
    for (const { description } of document.tags) expect(description.length).toBeGreaterThan(20)
    const status = document.components.schemas!.Status as { properties: Record<string, { enum: string[] }> }
    const words = Object.values(outcomes).map(({ subStatus }) => subStatus)
    expect(status.properties.subStatus!.enum.toSorted()).toEqual([...new Set(words)].toSorted())
  })
})

const responsesOf = ({ responses }: Operation): [string, Response][] =>
  Object.entries(responses).map(([status, response]) => [status, deref(response)])

const valuesOf = ({ examples = {} }: MediaType): [string, unknown][] =>
  Object.entries(examples).map(([name, example]) => [name, deref(example).value])

const deviations = (content: Readonly<Record<string, MediaType>> = {}): string[] =>
  Object.values(content).flatMap(media =>
    valuesOf(media).flatMap(([name, value]) => {
      const deviation = deviationFrom(media.schema, value)
      return deviation ? [`${name}: ${deviation}`] : []
    }),
  )

describe.each(all)('%s', (action, route) => {
  const operation = operationOf(route)

  it('tells an integrator all: answers, problems, parameters and other paths', () => {
    const { operationId, responses, parameters, description } = operation
    expect(operationId).toBe(action)
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(Object.keys(route.answers)))
    const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(parameters.filter(one => one.in === 'path').map(one => one.name)).toEqual(inPath)
    const promised = responsesOf(operation).map(([, each]) => each.description)
    for (const code of route.problems ?? []) expect(promised.join('; ')).toContain(`\`${code}\``)
    for (const path of route.alsoAt ?? []) expect(description).toContain(`\`${path}\``)
  })

  it('has an example of its request, of its path and of every answer, each as the schemas say', () => {
    const { requestBody, parameters } = operation
    for (const parameter of parameters.filter(one => one.in === 'path'))
      expect(deviationFrom(parameter.schema, parameter.example)).toBeUndefined()
    const contents = [requestBody, ...responsesOf(operation).map(([, response]) => response)].flatMap(part =>
      part?.content ? [part.content] : [],
    )
    for (const content of contents) {
      expect(Object.values(content).flatMap(valuesOf).length).toBeGreaterThan(0)
      expect(deviations(content)).toEqual([])
    }
  })

  it('says which headers answers carry', () => {
    for (const [status, { headers }] of responsesOf(operation)) {
      expect(headers, status).toHaveProperty('X-Request-Id')
      if (/^(429|503)$/.test(status)) expect(headers, status).toHaveProperty('Retry-After')
      if (/^2/.test(status) && route.access !== 'public') expect(headers).toHaveProperty('RateLimit')
      if (/^(201|302)$/.test(status)) expect(headers).toHaveProperty('Location')
    }
  })
})

it('asks for a body only where an empty one would lack something', () => {
  const needless = all.filter(([, route]) => operationOf(route).requestBody?.required === false)
  expect(needless.map(([action]) => action)).toEqual(
    'updateWebhook rotateWebhookSecret resendEvent claimAssignment fileReport'.split(' '),
  )
})

it('leads from what was made to all that can be done with it', () => {
  const next = (action: keyof typeof routes, status: string) =>
    Object.keys(operationOf(routes[action]).responses[status]!.links ?? {}).toSorted()
  const doneWith = (schemaName: 'Address' | 'Employment', list: string) => [
    `cancel${schemaName}`,
    'completeTestVerification',
    `dispute${schemaName}`,
    `get${schemaName}`,
    `get${schemaName}Receipt`,
    `get${schemaName}Report`,
    list,
  ]
  expect(next('createAddress', '201')).toEqual(doneWith('Address', 'listAddressRevisions'))
  expect(next('createEmployment', '201')).toEqual(doneWith('Employment', 'listEmploymentRevisions'))
  expect(next('lookUpPassport', '202')).toEqual(['getIdentity', 'getIdentityReceipt', 'getIdentityReport'])
  expect(next('createWebhook', '201')).toContain('pingWebhook')
  expect(next('getEvent', '200')).toEqual(['resendEvent'])
  expect(next('listAddresses', '200')).toEqual([])
})

describe('the deliveries', () => {
  it.each(deliveries)('show every kind of event as its schema says: %s', (_name, { requestBody }) => {
    expect(deviations(deref(requestBody!).content)).toEqual([])
  })

  it('show every end of a verification, what stands before it, and what comes after', () => {
    const names = Object.fromEntries(
      deliveries.map(([name, { requestBody }]) => [
        name,
        Object.keys(deref(requestBody!).content['application/json']!.examples!),
      ]),
    )
    expect(names.employment).toEqual([
      'employment-verified',
      'employment-failed-not-an-employee',
      'employment-failed-details-mismatch',
      'employment-failed-employer-unreachable',
      'employment-failed-expired',
      'employment-cancelled',
      'employment-started',
      'employment-delayed',
      'employment-updated',
      'thin',
    ])
    expect(names.address).toEqual([
      'address-verified',
      'address-failed-not-in-residence',
      'address-failed-invalid-address',
      'address-cannot-access-address',
      'address-failed-expired',
      'address-cancelled',
      'address-started',
      'address-delayed',
      'address-updated',
      'business-address-verified',
      'thin',
    ])
    expect(names.identity).toEqual(expect.arrayContaining(['passport-no-match', 'registry-unavailable']))
    expect(names.ping).toEqual(['ping'])
  })

  it('name the headers that they are signed by', () => {
    for (const [, { parameters }] of deliveries)
      expect(parameters.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['webhook-id', 'webhook-timestamp', 'webhook-signature']),
      )
  })
})

it('shows every problem that the service has, and no other', () => {
  const codes = [...JSON.stringify(document.components.responses).matchAll(/(?:"|; )`([a-z_]+)`: /g)]
  // What no path answers by itself: the method's, and what a look-up of no product is told. Pages are no operations, and refuse in the same shape.
  const ofPages = Object.values<Route>(pages).flatMap(page => page.problems ?? [])
  const shown = new Set([
    ...codes.map(([, code]) => code!),
    ...ofPages,
    'method_not_allowed',
    'product_not_offered',
  ])
  expect([...shown].toSorted()).toEqual(Object.keys(problems).toSorted())
})
