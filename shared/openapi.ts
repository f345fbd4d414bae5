import * as z from 'zod/mini'
import { ProblemBody, type ProblemCode, problems } from './http/contract/problem.ts'
import type { Route } from './http/contract/route.ts'
import { descriptions } from './route-descriptions.ts'
import { type Action, routes } from './routes.ts'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return json
}

/** Problems that every route can answer, by what it takes. */
const sharedProblems = (route: Route): ProblemCode[] => [
  ...(route.params || route.query || route.body ? (['invalid_request'] as const) : []),
  ...(route.access === 'public' ? [] : (['unauthenticated', 'product_not_enabled'] as const)),
  ...(route.params ? (['not_found'] as const) : []),
  ...(route.body ? (['body_too_large', 'unsupported_media_type'] as const) : []),
  ...(route.method === 'POST' && route.access !== 'public'
    ? (['request_in_flight', 'idempotency_key_reused'] as const)
    : []),
  'too_many_requests',
  'internal',
  'unavailable',
]

const problemAnswers = (route: Route): Json => {
  const codes = new Set([...sharedProblems(route), ...(route.problems ?? [])])
  const byStatus = Map.groupBy(codes, code => problems[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => [
      status,
      {
        description: of.map(code => `\`${code}\`: ${problems[code].title}`).join('; '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  )
}

const answers = (route: Route): Json =>
  Object.fromEntries(
    Object.entries(route.answers).map(([status, schema]) => [
      status,
      {
        description: route.summary,
        ...(schema && { content: { 'application/json': { schema: schemaOf(schema, 'output') } } }),
      },
    ]),
  )

const parametersIn = (place: 'path' | 'query', fields: z.ZodMiniObject | undefined): Json[] => {
  const { properties = {}, required = [] } = fields ? schemaOf(fields, 'input') : {}
  return Object.entries(properties as Json).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || (required as string[]).includes(name),
    schema,
  }))
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Makes a repeat of this request answer what the first one answered, for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

const privateIdempotencyKey = {
  ...idempotencyKey,
  description:
    'Makes a repeat of this request, for 24 hours, ask again under the same id without a new charge or a second effect: answers with personal data or secrets are not kept.',
}

const prefer = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description:
    '`respond-async`: answer 202 if the registry is unavailable now, and report by webhook (RFC 7240).',
  schema: { type: 'string' },
}

const headersOf = (route: Route): Json[] => {
  if (route.method !== 'POST' || route.access === 'public') return []
  return [
    route.answerIsPrivate ? privateIdempotencyKey : idempotencyKey,
    ...(route.answerIsPrivate && route.answers[202] ? [prefer] : []),
  ]
}

const describe = (action: Action, { description = descriptions[action] }: Route) =>
  description === undefined ? {} : { description }

const operation = (action: Action, route: Route): Json => ({
  operationId: action,
  tags: [route.tag],
  summary: route.summary,
  ...describe(action, route),
  security: route.access === 'public' ? [] : [{ bearer: [] }],
  ...(route.access !== 'public' && { 'x-scope': route.access }),
  parameters: [
    ...parametersIn('path', route.params),
    ...parametersIn('query', route.query),
    ...headersOf(route),
  ],
  ...(route.body && {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaOf(route.body, 'input') } },
    },
  }),
  responses: { ...answers(route), ...problemAnswers(route) },
})

const pathItems = (): Json => {
  const items: Record<string, Json> = {}
  for (const [action, route] of Object.entries(routes) as [Action, Route][]) {
    items[route.path] ??= {}
    items[route.path]![route.method.toLowerCase()] = operation(action, route)
  }
  return items
}

let document: Json | undefined

/** The API as an OpenAPI 3.1 document, made from the list of routes and nothing else. */
export const openApiDocument = (): Json => {
  document ??= {
    openapi: '3.1.0',
    info: {
      title: 'Verification service',
      version: '1',
      description: 'Identity look-ups, and address and employment verifications reported by webhook.',
    },
    paths: pathItems(),
    components: {
      schemas: { Problem: schemaOf(ProblemBody, 'output') },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  }
  return document
}
