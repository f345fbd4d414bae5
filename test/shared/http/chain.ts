import type { APIGatewayProxyEventV2, Context } from 'aws-lambda'
import * as z from 'zod/mini'
import type { Caller } from '../../../shared/account/caller.ts'
import { errorLogFields } from '../../../shared/aws/log.ts'
import { type FieldError, type ProblemCode, problems } from '../../../shared/http/contract/problem.ts'
import type { Route } from '../../../shared/http/contract/route.ts'
import { idInPath, text } from '../../../shared/http/contract/text.ts'
import type {
  HeldAnswer,
  IdempotencyKey,
  IdempotencyState,
  StoredResponse,
} from '../../../shared/http/idempotency-store.ts'
import type { WorkPorts } from '../../../shared/http/ports.ts'
import type { RequestLogEntry } from '../../../shared/http/request-log-store.ts'
import type { ApiHandler } from '../../../shared/http/serve.ts'

/* A made-up noun, and the chain's ports kept in memory: what an emulator would only slow down. */

const Thing = z.object({ id: z.int(), name: z.string() })

const ofThing = {
  path: '/v1/things/{id}',
  tag: 'Service',
  summary: 'A path of things',
  params: z.object({ id: idInPath }),
} as const

const made = {
  ...ofThing,
  method: 'POST',
  access: 'addresses',
  query: z.object({ colour: z.optional(z.enum(['red', 'blue'])) }),
  body: z.object({
    name: text(5),
    size: z.optional(z.int().check(z.maximum(9))),
    counts: z.optional(z.record(z.string(), z.int())),
    inner: z.optional(z.object({ date: z.iso.date() })),
  }),
  answers: { 201: Thing, 202: null },
} as const

export const routes = {
  makeThing: made,
  makeSecret: { ...made, answerIsPrivate: true },
  readThing: { ...ofThing, method: 'GET', access: ['webhooks', 'employments'], answers: { 200: Thing } },
  dropThing: { ...ofThing, method: 'DELETE', access: 'addresses', answers: { 204: null } },
  seeThing: {
    ...ofThing,
    method: 'POST',
    access: 'public',
    body: z.object({ name: text(5) }),
    answers: { 200: Thing },
  },
} as const satisfies Record<string, Route>

export const token = 'a-live-token-of-the-first-client'
export const caller: Caller = { clientId: 'first', organisationId: 1, mode: 'test', scopes: ['addresses'] }
export const sessionToken = 'a-live-session-of-somebody-in-the-office-today'
export const portalToken = 'a-live-portal-session-of-the-first-client-s-office'
export const person: Caller = {
  clientId: 'agent-1',
  organisationId: 0,
  mode: 'live',
  scopes: ['operations.agent'],
}
export const startMs = Date.parse('2026-11-20T12:00:00.000Z')

const allowance = {
  name: 'requests',
  limit: 100,
  windowSeconds: 60,
  detail: 'Too many.',
  remaining: 99,
  resetSeconds: 60,
}

interface Held {
  readonly bodyDigest: string
  readonly id: number
  answer?: StoredResponse
  isFree?: boolean
}

export interface World {
  readonly ports: WorkPorts
  readonly lines: object[]
  /** When faults were counted. */
  readonly faults: number[]
  readonly held: Map<string, Held>
  readonly requests: RequestLogEntry[]
  pass(milliseconds: number): void
}

/** The world of one test: one client, a clock that stands still, a log, and kept answers. */
export const openWorld = (client: Caller = caller): World => {
  let nowMs = startMs
  let drawn = 0
  const held = new Map<string, Held>()
  const lines: object[] = []
  const faults: number[] = []
  const requests: RequestLogEntry[] = []
  const nameOf = ({ organisationId, mode, clientId, keyDigest }: IdempotencyKey) =>
    `${organisationId} ${mode} ${clientId} ${keyDigest}`
  const hold = (
    key: IdempotencyKey,
    { bodyDigest, id }: { bodyDigest: string; id: number },
  ): IdempotencyState => {
    const found = held.get(nameOf(key))
    if (!found) {
      held.set(nameOf(key), { bodyDigest, id })
      return { kind: 'first', id }
    }
    if (found.bodyDigest !== bodyDigest) return { kind: 'other-body' }
    if (found.answer) return { kind: 'answered', answer: found.answer }
    if (!found.isFree) return { kind: 'in-flight' }
    found.isFree = false
    return { kind: 'takeover', id: found.id }
  }
  return {
    lines,
    faults,
    requests,
    held,
    pass: milliseconds => {
      nowMs += milliseconds
    },
    ports: {
      now: () => nowMs,
      random: () => drawn++ / 4096,
      log: (event, fields) => lines.push(JSON.parse(JSON.stringify({ event, ...fields }))),
      countFault: () => void faults.push(nowMs),
      fieldsOfError: errorLogFields,
      sourceDigestOf: (address, atMs) => `digest of ${address} at ${atMs - startMs}`,
      findCaller: async (accessToken, atMs) => (accessToken === token && atMs === nowMs ? client : undefined),
      findPerson: async (session, atMs) => (session === sessionToken && atMs === nowMs ? person : undefined),
      findPortalCaller: async (session, atMs) =>
        session === portalToken && atMs === nowMs ? client : undefined,
      saveRequestLogEntry: async (_caller, line) => void requests.push(line),
      consumeRequest: async () => allowance,
      saveInProgress: async (key, request) => hold(key, request),
      findHeldAnswer: async key => held.get(nameOf(key)) as HeldAnswer | undefined,
      saveResponse: async (key, answer) => {
        Object.assign(held.get(nameOf(key))!, answer ? { answer } : { isFree: true })
      },
      deleteInProgress: async key => void held.delete(nameOf(key)),
    },
  }
}

interface Request {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as it is if it is text. */
  readonly body?: unknown
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly isBase64Encoded?: boolean
}

/** A request of API Gateway's payload format 2.0, of the client and with JSON unless it says otherwise. */
export const request = ({
  method = 'POST',
  headers = {},
  body = { name: 'cup' },
  params = { id: '7' },
  query,
  isBase64Encoded = false,
}: Request = {}) =>
  ({
    version: '2.0',
    rawPath: `/v1/things/${params.id}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    pathParameters: params,
    queryStringParameters: query,
    body: typeof body === 'string' || body === undefined ? body : JSON.stringify(body),
    isBase64Encoded,
    requestContext: {
      requestId: 'request-1',
      domainName: 'api.example.com',
      http: { method, sourceIp: '192.0.2.1' },
    },
  }) as unknown as APIGatewayProxyEventV2

export const send = (handler: ApiHandler, event = request()) => handler(event, {} as Context)

const common = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000',
  'x-request-id': 'request-1',
}

const limits = { 'ratelimit-policy': '"requests";q=100;w=60', ratelimit: '"requests";r=99;t=60' }

/** A whole answer as a client gets it. */
export const answered = (statusCode: number, body?: object, headers = {}) => ({
  statusCode,
  headers: { ...common, ...limits, ...headers },
  body: body ? JSON.stringify(body) : '',
})

/** The same as someone gets it whose client is not known. */
export const toStranger = ({ headers, ...answer }: ReturnType<typeof answered>) => {
  const { ratelimit, 'ratelimit-policy': policy, ...others } = headers
  return { ...answer, headers: others }
}

/** A whole refusal as a client gets it. */
export const refused = (
  code: ProblemCode,
  detail: string,
  { errors, headers = {} }: { errors?: readonly FieldError[]; headers?: object } = {},
) => {
  const { status, title, retryable } = problems[code]
  const type = `urn:problem:${code}`
  const repeated = { message: detail, statusCode: status }
  const body = { type, title, status, detail, code, requestId: 'request-1', retryable, errors, ...repeated }
  const link = `</v1/docs/error-codes#${code}>; rel="help"`
  const challenge = status === 401 && { 'www-authenticate': 'Bearer realm="verification-service"' }
  return answered(status, body, {
    link,
    ...challenge,
    ...headers,
    'content-type': 'application/problem+json',
  })
}
