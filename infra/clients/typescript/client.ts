import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Problem } from './openapi.ts'
import type { Operations } from './operations.ts'
import { type RawAnswer, contentOf, mayPass, pauseSeconds, problemIn, reasonOf } from './retry.ts'

/** What is not given of the first three is read from the environment: VERIFICATION_URL, VERIFICATION_CLIENT_ID, VERIFICATION_CLIENT_SECRET. */
export interface ClientOptions {
  /** Of the service, such as `https://api.example.com`. */
  readonly url?: string
  readonly clientId?: string
  readonly secret?: string
  /** How often a request is repeated that may succeed in a moment; 5 unless given. */
  readonly retries?: number
  /** What asks to wait longer is thrown at once; 60 unless given. */
  readonly longestPauseSeconds?: number
  /** Of each attempt; 30 unless given. */
  readonly timeoutSeconds?: number
  /** Ends every request and every wait. */
  readonly signal?: AbortSignal
  /** Called before each wait, with a reason such as `answered 503` or `ECONNRESET`. */
  readonly onRetry?: (retry: { readonly reason: string; readonly pauseSeconds: number }) => void
}

/** An operation of the API, such as `POST /v1/addresses`. */
export type OperationName = keyof Operations

/** Parameters of the path, query and body, as the operation has them. */
export type RequestOf<Name extends OperationName> = Omit<Operations[Name], 'response'> & {
  /** Of a POST; a new one unless given. Repeats of one call have the same. */
  readonly idempotencyKey?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Undefined where the response has no body. */
export type ResponseOf<Name extends OperationName> = Operations[Name]['response']

/** The request may be left out where nothing of it is required. */
export type RequestArguments<Name extends OperationName> =
  Partial<RequestOf<Name>> extends RequestOf<Name> ? [request?: RequestOf<Name>] : [request: RequestOf<Name>]

interface ListPage {
  readonly data: readonly unknown[]
  readonly nextCursor: string | null
}

/** Operations that answer pages. */
export type ListName<Name extends OperationName = OperationName> = Name extends unknown
  ? ResponseOf<Name> extends ListPage
    ? Name
    : never
  : never

export type ItemOf<Name extends OperationName> =
  ResponseOf<Name> extends { readonly data: readonly (infer Item)[] } ? Item : never

const recordNames = ['GET /v1/addresses/{id}', 'GET /v1/employments/{id}', 'GET /v1/identities/{id}'] as const

export type VerificationRecord = ResponseOf<(typeof recordNames)[number]>

export interface Client {
  /** @throws ApiProblem where the API refuses; NetworkError where nothing came back, or nothing of the API */
  call<Name extends OperationName>(name: Name, ...request: RequestArguments<Name>): Promise<ResponseOf<Name>>
  /** All items, page after page. @throws as `call` does */
  list<Name extends ListName>(name: Name, ...request: RequestArguments<Name>): AsyncGenerator<ItemOf<Name>>
  /**
   * The record of a verification, once it is complete. Suits tests and scripts; a visit takes days, and a webhook tells its
   * end. @throws as `call` does, and an error named TimeoutError after 600 s unless another time is given
   */
  waitFor(id: number, options?: { readonly timeoutSeconds?: number }): Promise<VerificationRecord>
  /** Signs in now; otherwise the first call does. @returns the service's time */
  signIn(): Promise<Date>
}

/** A refusal, as the API words it. */
export class ApiProblem extends Error {
  override readonly name: string = 'ApiProblem'
  readonly problem: Problem
  readonly code: Problem['code']
  readonly status: number
  /** Undefined unless the API said when the same request may succeed. */
  readonly retryAfterSeconds: number | undefined

  constructor(problem: Problem, retryAfterSeconds?: number) {
    super(`${problem.code}: ${problem.detail}`)
    this.problem = problem
    this.code = problem.code
    this.status = problem.status
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** No answer, or one that is not the API's. */
export class NetworkError extends Error {
  override readonly name: string = 'NetworkError'
  /** Undefined if nothing came back. */
  readonly status: number | undefined

  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}

interface RequestParts {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly idempotencyKey?: string
  readonly headers?: Readonly<Record<string, string>>
}

const pathOf = (template: string, { params = {}, query = {} }: RequestParts): string => {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(`${params[name]}`))
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, `${value}`]),
  ).toString()
  return search === '' ? path : `${path}?${search}`
}

const initOf = (method: string, { body, idempotencyKey = randomUUID(), headers }: RequestParts) => ({
  method,
  headers: {
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(method === 'POST' && { 'idempotency-key': idempotencyKey }),
    ...headers,
  },
  ...(body !== undefined && { body: JSON.stringify(body) }),
})

/** @throws ApiProblem, or NetworkError for what is not the API's */
const read = (name: string, answer: RawAnswer): unknown => {
  const { status, headers } = answer
  const problem = problemIn(answer)
  if (problem)
    throw new ApiProblem(problem, headers.has('retry-after') ? pauseSeconds(1, headers) : undefined)
  try {
    if (status >= 200 && status < 300) return contentOf(answer)
  } catch {
    throw new NetworkError(`${name} was answered with something that was not expected`, status)
  }
  throw new NetworkError(`${name} was answered ${status}`, status)
}

/** A token is renewed before it ends: a request takes time to arrive. */
const marginSeconds = 60
const longestPollSeconds = 30
/** Clients that failed together do not come again together. */
const jitterMilliseconds = 250

const setting = (given: string | undefined, option: string, variable: string): string => {
  const value = given ?? process.env[variable]
  if (!value) throw new TypeError(`createClient needs ${option}, or ${variable} in the environment`)
  return value
}

const withoutLastSlash = (url: string): string =>
  url.endsWith('/') ? withoutLastSlash(url.slice(0, -1)) : url

export const createClient = (options: ClientOptions = {}): Client => {
  const { retries = 5, longestPauseSeconds = 60, timeoutSeconds = 30, signal, onRetry } = options
  const url = withoutLastSlash(setting(options.url, 'url', 'VERIFICATION_URL'))
  const clientId = setting(options.clientId, 'clientId', 'VERIFICATION_CLIENT_ID')
  const secret = setting(options.secret, 'secret', 'VERIFICATION_CLIENT_SECRET')

  /** @returns why nothing came back, as a text */
  const attempt = async (path: string, init: RequestInit): Promise<RawAnswer | string> => {
    const timeout = AbortSignal.timeout(timeoutSeconds * 1000)
    const ending = signal ? AbortSignal.any([signal, timeout]) : timeout
    try {
      const response = await fetch(url + path, { ...init, redirect: 'manual', signal: ending })
      return { status: response.status, headers: response.headers, text: await response.text() }
    } catch (error) {
      signal?.throwIfAborted()
      return reasonOf(error)
    }
  }

  const patiently = async (path: string, init: RequestInit): Promise<RawAnswer> => {
    for (let failures = 1; ; failures++) {
      const answer = await attempt(path, init)
      const isLost = typeof answer === 'string'
      if (!isLost && !mayPass(answer)) return answer
      const pause = pauseSeconds(failures, isLost ? undefined : answer.headers)
      const reason = isLost ? answer : `answered ${answer.status}`
      if (failures > retries || pause > longestPauseSeconds) {
        if (isLost) throw new NetworkError(`${url} cannot be reached: ${reason}`)
        return answer
      }
      onRetry?.({ reason, pauseSeconds: pause })
      await sleep(pause * 1000 + Math.random() * jitterMilliseconds, undefined, { signal })
    }
  }

  let token: { readonly text: string; readonly endsAt: number } | undefined
  let signingIn: Promise<Date> | undefined

  const fetchToken = async (): Promise<Date> => {
    const answer = await patiently('/v1/token', initOf('POST', { body: { clientId, secret } }))
    const given = read('POST /v1/token', answer) as { accessToken?: string; expiresIn?: number } | undefined
    if (typeof given?.accessToken !== 'string' || typeof given.expiresIn !== 'number')
      throw new NetworkError('POST /v1/token was answered without a token', answer.status)
    token = { text: given.accessToken, endsAt: performance.now() + (given.expiresIn - marginSeconds) * 1000 }
    return new Date(answer.headers.get('date') ?? Date.now())
  }
  /** Calls at the same time share one. */
  const signIn = (): Promise<Date> => {
    signingIn ??= fetchToken().finally(() => {
      signingIn = undefined
    })
    return signingIn
  }
  /** @param refused a token that may be revoked; a valid client gets another */
  const currentToken = async (refused?: string): Promise<string> => {
    if (token === undefined || token.text === refused || performance.now() > token.endsAt) await signIn()
    return token!.text
  }

  const call = async (name: string, request: RequestParts = {}): Promise<unknown> => {
    const [method, template] = name.split(' ') as [string, string]
    const { headers, ...init } = initOf(method, request)
    const ask = (text: string): Promise<RawAnswer> =>
      patiently(pathOf(template, request), {
        ...init,
        headers: { ...headers, authorization: `Bearer ${text}` },
      })
    const used = await currentToken()
    const answer = await ask(used)
    return read(name, answer.status === 401 ? await ask(await currentToken(used)) : answer)
  }

  const list = async function* (name: string, request: RequestParts = {}): AsyncGenerator<unknown> {
    let cursor: string | undefined
    for (;;) {
      const query = { ...request.query, ...(cursor !== undefined && { cursor }) }
      const { data, nextCursor } = (await call(name, { ...request, query })) as ListPage
      yield* data
      // Oldest first, the last page keeps its cursor, from which later items will follow.
      if (nextCursor === null || nextCursor === cursor) return
      cursor = nextCursor
    }
  }

  const isElsewhere = (error: unknown): boolean =>
    error instanceof ApiProblem && ['not_found', 'product_not_enabled'].includes(error.code)

  const waitFor: Client['waitFor'] = async (id, { timeoutSeconds = 600 } = {}) => {
    const endsAt = performance.now() + timeoutSeconds * 1000
    // Ids do not say what they are of.
    const names = [...recordNames]
    for (let pause = 1; ; ) {
      const record = (await call(names[0]!, { params: { id } }).catch((error: unknown) => {
        if (names.length === 1 || !isElsewhere(error)) throw error
        names.shift()
      })) as { readonly status: { readonly state: string } } | undefined
      if (record === undefined) continue
      if (record.status.state !== 'IN_PROGRESS') return record as VerificationRecord
      const leftMilliseconds = endsAt - performance.now()
      if (leftMilliseconds <= 0)
        throw new DOMException(`${id} is not complete after ${timeoutSeconds} s`, 'TimeoutError')
      await sleep(Math.min(pause * 1000, leftMilliseconds), undefined, { signal })
      pause = Math.min(pause * 2, longestPollSeconds)
    }
  }

  return { call, list, waitFor, signIn } as Client
}
