import { invalidRequest, type ProblemCode, problems } from '../http/contract/problem.ts'
import type { ProblemBody } from '../http/contract/problem-body.ts'
import { problemGuides } from '../http/contract/problem-guide.ts'
import type { Route } from '../http/contract/route.ts'

export const headers = {
  'X-Request-Id': {
    description: 'The id of this request: quote it to support.',
    example: 'JKJaXmPLvHcESHA=',
    schema: { type: 'string' },
  },
  RateLimit: {
    description:
      'The rest of each limit, and the seconds until it is full again: `"requests";r=599;t=42` (draft-ietf-httpapi-ratelimit-headers).',
    example: '"requests";r=599;t=42',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: 'Each limit and its period in seconds: `"requests";q=600;w=60`.',
    example: '"requests";q=600;w=60',
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Seconds after which the same request may succeed.',
    example: 2,
    schema: { type: 'integer', format: 'int32', minimum: 0 },
  },
  Location: {
    description: 'Where it can be read.',
    example: '/v1/addresses/890123456789012',
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': {
    description: '`true` if an earlier request with this Idempotency-Key has done the work.',
    example: 'true',
    schema: { type: 'string', enum: ['true'] },
  },
  'Preference-Applied': {
    description: '`respond-async` if the request preferred it and the service did it (RFC 7240).',
    example: 'respond-async',
    schema: { type: 'string' },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate (RFC 6750).',
    example: 'Bearer',
    schema: { type: 'string' },
  },
  'Cache-Control': {
    description: 'How long the answer may be kept.',
    example: 'public, max-age=300',
    schema: { type: 'string' },
  },
} as const

type HeaderObject = keyof typeof headers

const refer = (...names: readonly HeaderObject[]) =>
  Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]))

const ofAll = ({ access }: Route): readonly HeaderObject[] =>
  access === 'public' ? ['X-Request-Id'] : ['X-Request-Id', 'RateLimit', 'RateLimit-Policy']

/** A 202 whose result comes later. */
export const isLater = ({ answers, isJsonRpc }: Route, status: number): boolean =>
  status === 202 && 200 in answers && !isJsonRpc

/** 201 or the 200 of a repeat, a redirect, and a 202 whose result comes later. */
const saysWhere = (route: Route, status: number): boolean =>
  status === 201 || status === 302 || (status === 200 && 201 in route.answers) || isLater(route, status)

export const headersOfAnswer = (route: Route, status: number) =>
  refer(
    ...ofAll(route),
    ...(saysWhere(route, status) ? (['Location'] as const) : []),
    ...(isLater(route, status) ? (['Preference-Applied'] as const) : []),
    ...(route.method === 'POST' && route.access !== 'public' ? (['Idempotency-Replayed'] as const) : []),
    ...(route.access === 'public' && route.method === 'GET' ? (['Cache-Control'] as const) : []),
  )

/** An unauthenticated caller has no limits. */
const headersOfProblem = (codes: readonly ProblemCode[]) => {
  const isUnknown = codes.includes('unauthenticated')
  const mayRetry = codes.some(code => problems[code].retryable && code !== 'internal')
  return refer(
    ...(isUnknown
      ? (['X-Request-Id', 'WWW-Authenticate'] as const)
      : (['X-Request-Id', 'RateLimit', 'RateLimit-Policy'] as const)),
    ...(mayRetry ? (['Retry-After'] as const) : []),
  )
}

const sharedProblems = (route: Route): readonly ProblemCode[] =>
  problemsOfChain(route).filter(code => code !== 'invalid_request' || !route.isJsonRpc)

const problemsOfChain = (route: Route): readonly ProblemCode[] => [
  ...(route.params || route.query || route.body ? (['invalid_request'] as const) : []),
  ...(route.access === 'public'
    ? []
    : (['invalid_request', 'unauthenticated', 'product_not_enabled', 'client_suspended'] as const)),
  ...(route.params ? (['not_found'] as const) : []),
  ...(route.body ? (['body_too_large', 'unsupported_media_type'] as const) : []),
  ...(route.method === 'POST' && route.access !== 'public'
    ? (['invalid_request', 'request_in_flight', 'idempotency_key_reused'] as const)
    : []),
  'too_many_requests',
  'internal',
  'unavailable',
]

const fieldError = { pointer: '/applicant/phone', code: 'required', detail: 'This field is required.' }

const exampleOf = (code: ProblemCode): ProblemBody => {
  const { status, title, retryable } = problems[code]
  const detail = code === 'invalid_request' ? invalidRequest([fieldError]).message : `${title}.`
  return {
    type: `urn:problem:${code}`,
    title,
    status,
    detail,
    code,
    requestId: 'JKJaXmPLvHcESHA=',
    retryable,
    ...(code === 'invalid_request' && { errors: [fieldError] }),
    message: detail,
    statusCode: status,
  }
}

export const problemExamples = Object.fromEntries(
  (Object.keys(problems) as ProblemCode[]).map(code => [
    code,
    { summary: problems[code].title, value: exampleOf(code) },
  ]),
)

const answer = (codes: readonly ProblemCode[]) => ({
  description: codes
    .map(code => `\`${code}\`: ${problems[code].title}. ${problemGuides[code].whatToDo}`)
    .join('; '),
  headers: headersOfProblem(codes),
  content: {
    'application/problem+json': {
      schema: { $ref: '#/components/schemas/Problem' },
      examples: Object.fromEntries(codes.map(code => [code, { $ref: `#/components/examples/${code}` }])),
    },
  },
})

const problemsOf = (route: Route): ReadonlyMap<number, readonly ProblemCode[]> => {
  const own = new Set([...sharedProblems(route), ...(route.problems ?? [])])
  const inOrder = (Object.keys(problems) as ProblemCode[]).filter(code => own.has(code))
  return Map.groupBy(inOrder, code => problems[code].status)
}

const nameOf = (codes: readonly ProblemCode[]): string => codes.join('.')

/** Every set of problems that some route has under one status. */
export const problemResponses = (routes: readonly Route[]) =>
  Object.fromEntries(
    routes.flatMap(route => [...problemsOf(route).values()].map(codes => [nameOf(codes), answer(codes)])),
  )

/** References by status. */
export const problemAnswers = (route: Route) =>
  Object.fromEntries(
    [...problemsOf(route)].map(([status, codes]) => [
      status,
      { $ref: `#/components/responses/${nameOf(codes)}` },
    ]),
  )
