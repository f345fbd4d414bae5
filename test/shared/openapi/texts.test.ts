import { describe, expect, it } from 'vitest'
import { eventFilters } from '../../../shared/event/name-contract.ts'
import { operationTexts } from '../../../shared/openapi/operation-texts.ts'
import { routes } from '../../../shared/routes.ts'
import {
  deliveries,
  deref,
  deviationFrom,
  document,
  type MediaType,
  type Operation,
} from '../../support/document.ts'

interface Schema {
  readonly $ref?: string
  readonly description?: string
  readonly examples?: readonly unknown[]
  readonly example?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly type?: string | readonly string[]
}

const schemas = Object.entries(document.components.schemas as Readonly<Record<string, Schema>>)

/** An object needs no example of its own: its fields have theirs. */
const holdsObjects = (schema: Schema): boolean => {
  const { properties, items, anyOf = [] } = deref(schema)
  return properties !== undefined || (items !== undefined && holdsObjects(items)) || anyOf.some(holdsObjects)
}

const lacks = ({ description, examples, example }: Schema, needsExample = true): readonly string[] => [
  ...(description ? [] : ['description']),
  ...(needsExample && example === undefined && examples === undefined ? ['example'] : []),
]

/** Staff's operations have a summary, and descriptions of their fields. */
const isDescribed = ({ tags: [tag] }: Operation): boolean => tag !== 'Operations' && tag !== 'Session'

const mayBeNull = ({ type, anyOf = [] }: Schema): boolean =>
  [type ?? []].flat().includes('null') || anyOf.some(each => each.type === 'null')

const missingOf = (named: readonly (readonly [string, Schema])[], needsExample = (_: Schema) => true) =>
  named.flatMap(([name, schema]) => lacks(schema, needsExample(schema)).map(what => `${name}: ${what}`))

const fields = schemas.flatMap(([name, { properties = {} }]) =>
  Object.entries(properties).map(([field, schema]) => [`${name}.${field}`, schema] as const),
)

const operations = [
  ...Object.values(document.paths).flatMap(item => Object.values(item)),
  ...deliveries.map(([, operation]) => operation),
]
const everyOperation = operations.map(operation => [operation.operationId, operation] as const)

const parameters = operations.flatMap(operation =>
  operation.parameters.map(parameter => {
    const { name, ...rest } = deref(parameter)
    return [`${operation.operationId} ${name}`, rest as Schema & { schema: object }] as const
  }),
)

const bodiesOf = ({ requestBody, responses }: Operation): readonly MediaType[] =>
  [requestBody && deref(requestBody), ...Object.values(responses).map(deref)].flatMap(part =>
    Object.values(part?.content ?? {}),
  )

describe('the document says of everything what it is, with an example', () => {
  it('of every object and every field', () => {
    expect(fields.length).toBeGreaterThan(700)
    const objects = schemas.filter(([, { properties }]) => properties)
    expect(missingOf(objects, () => false)).toEqual([])
    expect(missingOf(fields, field => !holdsObjects(field))).toEqual([])
    const silent = fields.filter(
      ([, field]) => mayBeNull(field) && !/\bnull\b|^Reserved|^The same as/i.test(field.description ?? ''),
    )
    expect(silent.map(([name]) => name)).toEqual([])
  })

  it('of every operation and every event: what it does, what it costs, what comes back, what follows, what can go wrong', () => {
    expect(Object.keys(operationTexts).toSorted()).toEqual(
      Object.entries(routes)
        .flatMap(([action, { tag }]) => (tag === 'Operations' || tag === 'Session' ? [] : [action]))
        .toSorted(),
    )
    const bare = Object.entries(operationTexts).filter(([, { does, returns }]) => !does || !returns)
    expect(bare.map(([action]) => action)).toEqual([])
    for (const [operationId, text] of Object.entries(operationTexts)) {
      const { description } = operations.find(each => each.operationId === operationId)!
      const heads = [...description!.matchAll(/^\*\*(\w+)\.\*\* (?=.)/gm)].map(([, head]) => head)
      expect([description!.split('\n')[0], ...heads], operationId).toEqual([
        text.does,
        'Cost',
        'Returns',
        'Events',
        'Errors',
      ])
    }
    const described = everyOperation.filter(([, operation]) => isDescribed(operation))
    expect(missingOf(described, () => false)).toEqual([])
    const own = everyOperation.filter(([, operation]) => !isDescribed(operation))
    expect(
      own.filter(([, { description, summary }]) => description !== undefined || summary.length < 10),
    ).toEqual([])
    const silent = operations.filter(operation =>
      bodiesOf(operation).some(({ examples = {} }) => Object.keys(examples).length === 0),
    )
    expect(silent.map(({ operationId }) => operationId)).toEqual([])
  })

  it('of every parameter and every header', () => {
    expect(missingOf(parameters)).toEqual([])
    const headers = Object.entries(document.components.headers as Readonly<Record<string, Schema>>)
    expect(missingOf(headers)).toEqual([])
    const unnamed = operations.flatMap(({ responses }) =>
      Object.values(responses)
        .flatMap(response => Object.entries(deref(response).headers ?? {}))
        .filter(([name, header]) => (header as Schema).$ref !== `#/components/headers/${name}`),
    )
    expect(unnamed).toEqual([])
  })

  it('with examples that are as their schemas say', () => {
    const ofFields = fields.flatMap(([name, { examples = [], ...schema }]) =>
      examples.map(example => [name, schema, example] as const),
    )
    const ofParameters = parameters.map(([name, { schema, example }]) => [name, schema, example] as const)
    const wrong = [...ofFields, ...ofParameters].flatMap(([name, schema, example]) => {
      const deviation = deviationFrom(schema, example, 'open')
      return deviation ? [`${name}: ${JSON.stringify(example)}: ${deviation}`] : []
    })
    expect(wrong).toEqual([])
  })

  it('in words: nothing of what stands for an absent value, and no class of characters', () => {
    const text = JSON.stringify(document)
    expect(text).not.toContain('x-fields')
    expect(text).not.toContain('\\\\x00')
    const lenient = fields.filter(([, { anyOf = [] }]) =>
      anyOf.some(each => (each as { maxLength?: number }).maxLength === 0),
    )
    expect(lenient).toEqual([])
  })

  it('and names no event that nobody can subscribe to', () => {
    const named = Object.values(operationTexts).flatMap(({ events }) => events)
    expect(named.filter(name => !(eventFilters as readonly string[]).includes(name))).toEqual([])
  })
})
