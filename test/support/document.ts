import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Route } from '../../shared/http/contract/route.ts'
import { operatorDocument } from '../../shared/openapi.ts'
import { ownFormats } from '../../shared/openapi/formats.ts'
import { routes } from '../../shared/routes.ts'

/* Holds what the service answers against the document that integrators read: nothing missing, nothing besides. */

export interface MediaType {
  readonly schema: object
  readonly examples?: Readonly<Record<string, { readonly value?: unknown; readonly $ref?: string }>>
}

export interface Response {
  readonly $ref?: string
  readonly description: string
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content?: Readonly<Record<string, MediaType>>
  readonly links?: Readonly<Record<string, { readonly operationId: string }>>
}

export interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly schema: object
  readonly example?: unknown
}

export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: {
    readonly $ref?: string
    readonly required: boolean
    readonly content: Readonly<Record<string, MediaType>>
  }
  readonly responses: Readonly<Record<string, Response>>
}

type Items = Readonly<Record<string, Readonly<Record<string, Operation>>>>

export interface Document {
  readonly paths: Items
  readonly webhooks: Readonly<Record<string, { readonly $ref: string }>>
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>
  readonly tags: readonly { readonly name: string; readonly description: string }[]
}

export const document = operatorDocument as unknown as Document

/** What a reference of the document stands for. */
export const deref = <Part extends { readonly $ref?: string }>(part: Part): Part => {
  if (part.$ref === undefined) return part
  const [, , kind = '', name = ''] = part.$ref.split('/')
  return document.components[kind]![name] as Part
}

/** What endpoints receive, by name. */
export const deliveries = Object.entries(document.webhooks).map(
  ([name, item]) => [name, deref(item as { $ref?: string; post?: Operation }).post!] as const,
)

export const operationOf = ({ path, method }: Pick<Route, 'path' | 'method'>): Operation =>
  document.paths[path]![method.toLowerCase()]!

/** The same schemas, of which nothing may say more than they declare. */
const closed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closed(part)]))
  const isClosed = 'properties' in schema && !('additionalProperties' in schema)
  return isClosed ? { ...inner, additionalProperties: false } : inner
}

const ajv = new Ajv2020({ strict: false, allErrors: false })
addFormats.default(ajv, ['date', 'date-time', 'email'])
// Widths and what humans read say nothing about a JSON value.
for (const format of ['int32', 'int64']) ajv.addFormat(format, true)
for (const [name, form] of Object.entries(ownFormats)) ajv.addFormat(name, form)
ajv.addSchema({ $id: 'open', components: document.components })
ajv.addSchema({ $id: 'closed', components: { schemas: closed(document.components.schemas) } })

const compiled = new Map<string, ValidateFunction>()

const validatorOf = (schema: object, strictness: 'open' | 'closed'): ValidateFunction => {
  const text = JSON.stringify(schema).replaceAll('"#/', `"${strictness}#/`)
  const known = compiled.get(`${strictness} ${text}`)
  if (known) return known
  const validator = ajv.compile(JSON.parse(text) as object)
  compiled.set(`${strictness} ${text}`, validator)
  return validator
}

/** What is wrong with a value by a schema of the document; undefined if nothing is. */
export const deviationFrom = (
  schema: object,
  value: unknown,
  strictness: 'open' | 'closed' = 'closed',
): string | undefined => {
  const validate = validatorOf(schema, strictness)
  return validate(value) ? undefined : ajv.errorsText(validate.errors)
}

const formOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`)

/** A fixed segment is nearer than a parameter: `/v1/addresses/business`. */
const byParameters = (one: { path: string }, other: { path: string }): number =>
  one.path.split('{').length - other.path.split('{').length

const patterns = Object.values<Route>(routes)
  .flatMap(route => [route.path, ...(route.alsoAt ?? [])].map(path => ({ path, form: formOf(path), route })))
  .toSorted(byParameters)

/** The route that a request meets. */
export const routeAt = (method: string, pathname: string): Route | undefined => {
  const [pattern] = patterns.filter(({ form }) => form.test(pathname))
  return (
    pattern && patterns.find(({ path, route }) => path === pattern.path && route.method === method)?.route
  )
}

export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

const problemSchema = { $ref: '#/components/schemas/Problem' }

/** What every path may answer, whatever it is: a method or a path that nobody knows. */
const ofAllPaths = [404, 405]

const deviationIn = (
  { status, headers, body }: Answered,
  response: Response | undefined,
): string | undefined => {
  if (!response)
    return ofAllPaths.includes(status) ? deviationFrom(problemSchema, body) : 'it is not in the document'
  // A charset is a parameter of the type.
  const [type = ''] = (headers.get('content-type') ?? '').split(';')
  const media = response.content?.[type]
  if (media) return deviationFrom(media.schema, body)
  return response.content === undefined && body === '' ? undefined : `its content type is ${type}`
}

/** Why an answer is not what the document says of the request; undefined if it is. */
export const deviationOf = (method: string, pathname: string, answer: Answered): string | undefined => {
  const route = routeAt(method, pathname)
  const response = route && operationOf(route).responses[answer.status]
  return deviationIn(answer, response && deref(response))
}
