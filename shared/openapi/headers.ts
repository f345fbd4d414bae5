import { type ProblemCode, problems } from '../http/contract/problem.ts'
import type { Route } from '../http/contract/route.ts'

/** Every header of an answer that a client may read. */
export const headers = {
  'X-Request-Id': {
    description: 'The id of this request: quote it to support.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description:
      'What is left of each limit, and the seconds until it is whole again: `"requests";r=599;t=42` (draft-ietf-httpapi-ratelimit-headers).',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: 'Each limit and the seconds that it counts: `"requests";q=600;w=60`.',
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Seconds after which the same request may succeed.',
    schema: { type: 'integer', format: 'int32', minimum: 0 },
  },
  Location: { description: 'Where it can be read.', schema: { type: 'string' } },
  'Idempotency-Replayed': {
    description: '`true` where an earlier request with this Idempotency-Key has done the work.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Preference-Applied': {
    description: '`respond-async` where that was preferred and done (RFC 7240).',
    schema: { type: 'string' },
  },
  'WWW-Authenticate': { description: 'How to authenticate (RFC 6750).', schema: { type: 'string' } },
  'Cache-Control': { description: 'How long the answer may be kept.', schema: { type: 'string' } },
} as const

type Header = keyof typeof headers

const refer = (...names: readonly Header[]) =>
  Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]))

const ofAll = ({ access }: Route): readonly Header[] =>
  access === 'public' ? ['X-Request-Id'] : ['X-Request-Id', 'RateLimit', 'RateLimit-Policy']

/** 201, a 200 in its place, a 202 that stands for a later answer, a redirect. */
const saysWhere = ({ answers }: Route, status: number): boolean =>
  status === 201 || status === 302 || (status === 200 && 201 in answers) || (status === 202 && 200 in answers)

const isLater = ({ answers }: Route, status: number): boolean => status === 202 && 200 in answers

/** The headers of a route's answer. */
export const headersOfAnswer = (route: Route, status: number) =>
  refer(
    ...ofAll(route),
    ...(saysWhere(route, status) ? (['Location'] as const) : []),
    ...(isLater(route, status) ? (['Preference-Applied'] as const) : []),
    ...(route.method === 'POST' && route.access !== 'public' ? (['Idempotency-Replayed'] as const) : []),
    ...(route.access === 'public' && route.method === 'GET' ? (['Cache-Control'] as const) : []),
  )

/** The headers of problems that share a status. Whoever is not known is not told of limits. */
export const headersOfProblem = (codes: readonly ProblemCode[]) => {
  const isUnknown = codes.includes('unauthenticated')
  const mayRetry = codes.some(code => problems[code].retryable && code !== 'internal')
  return refer(
    ...(isUnknown
      ? (['X-Request-Id', 'WWW-Authenticate'] as const)
      : (['X-Request-Id', 'RateLimit', 'RateLimit-Policy'] as const)),
    ...(mayRetry ? (['Retry-After'] as const) : []),
  )
}
