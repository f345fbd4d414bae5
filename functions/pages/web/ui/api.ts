import type * as z from 'zod/mini'
import type { ProblemBody } from '../../../../shared/http/contract/problem-body.ts'
import type { Route } from '../../../../shared/http/contract/route.ts'
import type { routes } from '../../../../shared/routes.ts'
import { formatDateTime } from './format.ts'

/** An error whose message is for people. */
export class NoticeError extends Error {
  override name = 'Notice'
}

/** A problem as the API words it. */
export class ApiProblem extends Error {
  override name = 'Refusal'
  readonly problem: ProblemBody

  constructor(problem: ProblemBody) {
    super(problem.detail)
    this.problem = problem
  }
}

/** No network, or an answer that is not the API's. */
export class NetworkError extends Error {
  override name = 'Unreachable'
}

type NamedRoute<List extends Record<string, Route>> = {
  readonly [A in keyof List as `${List[A]['method']} ${List[A]['path']}`]: List[A]
}

type ByOperation = NamedRoute<typeof routes>

/** An operation of the list of routes, such as `GET /v1/session`. Others do not compile. */
export type Operation = keyof ByOperation

type BodyField<R, Name extends 'params' | 'query' | 'body'> = R extends {
  readonly [N in Name]: infer Schema extends z.ZodMiniType
}
  ? { readonly [N in Name]: z.input<Schema> }
  : unknown

interface RequestOptions {
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  /** Lets the request outlive the page. */
  readonly keepalive?: boolean
}

/** Parameters, query and body by the route's schemas. */
export type RequestOf<Of extends Operation> = BodyField<ByOperation[Of], 'params'> &
  Partial<BodyField<ByOperation[Of], 'query'>> &
  BodyField<ByOperation[Of], 'body'> &
  RequestOptions

type InferredBody<Schema> = Schema extends z.ZodMiniType ? z.infer<Schema> : undefined

/** Undefined where the response has no body. */
export type ResponseOf<Of extends Operation> = InferredBody<
  ByOperation[Of]['answers'][keyof ByOperation[Of]['answers']]
>

interface RequestParts extends RequestOptions {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

const pathOf = (template: string, { params = {}, query = {} }: RequestParts): string => {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(`${params[name]}`))
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]) => [name, `${value}`])).toString()
  return search === '' ? path : `${path}?${search}`
}

let offsetMs = 0

/** The server's time to the second, by its last response: this device's clock may be wrong by hours. */
export const serverNowMs = (): number => Date.now() + offsetMs

const noteTime = ({ headers }: Response): void => {
  const date = Date.parse(headers.get('date') ?? '')
  if (!Number.isNaN(date)) offsetMs = date - Date.now()
}

const listeners = new Set([noteTime])

/** Calls the listener with every response: its headers tell the server's time. */
export const observeResponses = (listener: (response: Response) => void): void => void listeners.add(listener)

const send = async (method: string, path: string, parts: RequestParts) => {
  const { body, idempotencyKey, signal = null, keepalive = false } = parts
  const headers = {
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  }
  const content = body === undefined ? null : JSON.stringify(body)
  try {
    const response = await fetch(path, { method, headers, body: content, signal, keepalive })
    for (const listener of listeners) listener(response)
    return response
  } catch (error) {
    throw new NetworkError('The service cannot be reached.', { cause: error })
  }
}

const textOf = (response: Response): Promise<string> =>
  response.text().catch(error => {
    throw new NetworkError('The answer broke off.', { cause: error })
  })

const isProblem = (body: unknown): body is ProblemBody =>
  typeof body === 'object' && body !== null && 'code' in body && 'detail' in body

/** Calls the API as the signed-in person. @throws ApiProblem, or NetworkError where nothing came back */
export const callApi = async <Of extends Operation>(
  operation: Of,
  asking: RequestOf<Of>,
): Promise<ResponseOf<Of>> => {
  const parts = asking as RequestParts
  const [method, template] = operation.split(' ') as [string, string]
  const response = await send(method, pathOf(template, parts), parts)
  const text = await textOf(response)
  if (response.ok) return (text === '' ? undefined : JSON.parse(text)) as ResponseOf<Of>
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  const body: unknown = isJson ? JSON.parse(text) : undefined
  throw isProblem(body) ? new ApiProblem(body) : new NetworkError(`The service answered ${response.status}.`)
}

/** Times as the API writes them, in a sentence. */
const moments = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g

/** Its sentences alone: the names of fields are the API's, and no page's. */
const sentencesOf = ({ detail, errors = [] }: ProblemBody): string =>
  errors.length === 0 ? detail : [...new Set(errors.map(each => each.detail))].join(' ')

export const errorMessage = (error: unknown): string => {
  if (error instanceof ApiProblem)
    return sentencesOf(error.problem).replace(moments, at => formatDateTime(at))
  if (error instanceof NoticeError) return error.message
  if (error instanceof NetworkError) return 'No connection. Try again in a moment.'
  return 'Something went wrong on this page. Reload it.'
}

export const isSessionExpired = (error: unknown): boolean =>
  error instanceof ApiProblem && error.problem.code === 'unauthenticated'
