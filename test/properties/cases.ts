import * as fc from 'fast-check'
import type { Route } from '../../shared/http/contract/route.ts'
import { type ActionName, routes } from '../../shared/routes.ts'
import { deref, deviationFrom, operationOf, type Parameter } from '../support/document.ts'
import { type Likely, nearlyValid, type Schema, valid } from './arbitrary.ts'

/** A request of an operation, and whether the document says that it may be sent. */
export interface Case {
  readonly action: ActionName
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly isValid: boolean
}

/** What is there. */
export interface Known {
  /** Ids, by the first part of their path. */
  readonly ids: Readonly<Record<string, readonly (string | number)[]>>
  /** Where events may be sent: no other URL that could be called is ever sent. */
  readonly urls: readonly string[]
}

/** What most values of these fields should be, so that many requests come through. */
const likely: Likely = {
  stateName: ['Lagos', 'lagos state'],
  lgaName: ['Ikeja', 'Eti Osa'],
  dob: ['1990-04-12', '', null],
  firstname: ['Ngozi', 'Bunch'],
  lastname: ['Adeyemi', 'Dillon'],
  currentlyEmployed: [true, 'No', ''],
}
const wrongUrls = ['ftp://localhost/', 'no url']

const isNumber = (text: string): boolean => /^-?(0|[1-9]\d*)$/.test(text)

/** A parameter as its text is to be understood. */
const read = ({ type }: Schema, text: string): unknown =>
  type === 'integer' && isNumber(text) ? Number(text) : text

const fits = ({ schema }: Parameter, text: string): boolean =>
  deviationFrom(schema, read(schema, text), 'open') === undefined

/** What a gateway hands over as it came: no path of its own, and nothing that ends one. */
const isPlain = (text: string): boolean => text.isWellFormed() && !/^\.*$|[?#/%]/.test(text)

const pathOf = (
  { path }: Route,
  parameters: readonly Parameter[],
  ids: Known['ids'],
): fc.Arbitrary<string> => {
  const base = path.slice(0, path.indexOf('{') - 1)
  const values = parameters.map(({ schema, example }) => {
    const known = [...(ids[base] ?? []), example].map(String)
    const any = valid(schema as Schema)
      .map(String)
      .filter(isPlain)
    return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, any)
  })
  return fc
    .tuple(...values)
    .map(texts =>
      parameters.reduce<string>(
        (whole, { name }, index) => whole.replace(`{${name}}`, encodeURIComponent(texts[index]!)),
        path,
      ),
    )
}

type Query = Readonly<Record<string, string>>

const queryOf = (parameters: readonly Parameter[]): fc.Arbitrary<Query> => {
  const values = parameters.map(({ name, schema }): [string, fc.Arbitrary<string>] => [
    name,
    fc
      .oneof({ weight: 6, arbitrary: valid(schema as Schema).map(String) }, fc.string({ maxLength: 12 }))
      .filter(text => text.isWellFormed()),
  ])
  return fc.record(Object.fromEntries(values), { requiredKeys: [] }) as fc.Arbitrary<Query>
}

/** A body without a second `url` field would look names up: what is put there is one of these. */
const withSafeUrl = (body: unknown, url: string): unknown =>
  typeof body === 'object' && body !== null && 'url' in body && typeof body.url === 'string'
    ? { ...body, url: body.url === '' ? '' : url }
    : body

const bodyOf = (schema: object | undefined, urls: readonly string[]): fc.Arbitrary<unknown> => {
  if (!schema) return fc.constant(undefined)
  const any = fc.oneof(valid(schema as Schema, likely), nearlyValid(schema as Schema, likely))
  return fc.tuple(any, fc.constantFrom(...urls, ...wrongUrls)).map(([body, url]) => withSafeUrl(body, url))
}

/** As JSON carries it: `undefined` and `-0` do not travel. */
const sent = (body: unknown): unknown => (body === undefined ? undefined : JSON.parse(JSON.stringify(body)))

/** Requests of an operation, about as many that the document allows as that it does not. */
export const casesOf = (action: ActionName, { ids, urls }: Known): fc.Arbitrary<Case> => {
  const route: Route = routes[action]
  const { parameters, requestBody } = operationOf(route)
  const all = parameters.map(deref)
  const inQuery = all.filter(one => one.in === 'query')
  const schema = requestBody?.content['application/json']?.schema
  const inPath = all.filter(one => one.in === 'path')
  return fc
    .tuple(pathOf(route, inPath, ids), queryOf(inQuery), bodyOf(schema, urls))
    .map(([path, query, any]) => {
      const body = sent(any)
      const search = `${new URLSearchParams(query)}`
      const isValid =
        inQuery.every(one => query[one.name] === undefined || fits(one, query[one.name]!)) &&
        (schema === undefined || deviationFrom(schema, body, 'open') === undefined)
      return { action, method: route.method, path: search ? `${path}?${search}` : path, body, isValid }
    })
}
