import * as z from 'zod/mini'
import { problemGuides } from '../http/contract/problem-guide.ts'
import type { Route } from '../http/contract/route.ts'
import { type ActionName, routes } from '../routes.ts'
import type { DocumentAudience } from './audience.ts'
import { describeField, parameterSchema, refTo } from './components.ts'
import { type OperationExample, operationExamples } from './examples.ts'
import { operationTexts } from './operation-texts.ts'
import { headersOfAnswer, isLater, problemAnswers } from './responses.ts'
import { findParameter } from './texts.ts'
import { pingCallback } from './webhooks.ts'

type Fields = Readonly<Record<string, z.ZodMiniType>>

const shown = (examples: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]))

const contentOf = (
  schema: z.ZodMiniType,
  examples: Readonly<Record<string, unknown>> = {},
  mediaType = 'application/json',
) => ({
  [mediaType]: { schema: refTo(schema), examples: shown(examples) },
})

const textOf = ({ mediaType }: Route, examples: Readonly<Record<string, unknown>> = {}) =>
  mediaType && { content: { [mediaType]: { schema: { type: 'string' }, examples: shown(examples) } } }

const all = Object.entries(routes) as [ActionName, Route][]

/** Such as `/v1/addresses`. */
const collectionOf = ({ tag }: Route): string => `/v1/${tag.toLowerCase()}`

const sandbox = '/v1/sandbox/verifications'
const isOrdered = ({ tag }: Route): boolean => tag === 'Addresses' || tag === 'Employments'

/** Whether the response is the resource itself, with its `id`. */
const answersThing = (route: Route): boolean =>
  route.path === `${collectionOf(route)}/{id}` ||
  (route.method === 'POST' &&
    !route.path.includes('/{id}/') &&
    all.some(([, { path }]) => path === `${collectionOf(route)}/{id}`))

/** Operations that take the `id` of this response. */
const linksOf = (action: ActionName, route: Route) => {
  if (!answersThing(route)) return {}
  const collections = [collectionOf(route), ...(isOrdered(route) ? [sandbox] : [])]
  const next = all.filter(
    ([name, { path }]) =>
      name !== action && collections.some(collection => path.startsWith(`${collection}/{id}`)),
  )
  return Object.fromEntries(
    next.map(([name, { summary }]) => [
      name,
      { operationId: name, parameters: { id: '$response.body#/id' }, description: summary },
    ]),
  )
}

const answers = (action: ActionName, route: Route, example: OperationExample) =>
  Object.fromEntries(
    Object.entries(route.answers).map(([status, schema]) => {
      const links = linksOf(action, route)
      return [
        status,
        {
          description: route.summary,
          headers: headersOfAnswer(route, Number(status)),
          ...(schema
            ? { content: contentOf(schema, example.answers[Number(status)], route.mediaType) }
            : textOf(route, example.answers[Number(status)])),
          ...(schema && Object.keys(links).length > 0 && { links }),
        },
      ]
    }),
  )

const parametersIn = (
  location: 'path' | 'query',
  action: ActionName,
  fields: z.ZodMiniObject | undefined,
  { parameters = {} }: OperationExample,
) =>
  Object.entries((fields?.shape ?? {}) as Fields).map(([name, field]) => {
    const text = findParameter(action, name)
    const json = parameterSchema(field)
    const { description, examples, ...schema } = text ? describeField(json, text) : json
    const example = parameters[name] ?? (examples as readonly unknown[] | undefined)?.[0]
    return {
      name,
      in: location,
      required: location === 'path' || !z.safeParse(field, undefined).success,
      ...(description !== undefined && { description }),
      schema,
      ...(example !== undefined && { example }),
    }
  })

const refer = (name: string) => ({ $ref: `#/components/parameters/${name}` })

const key = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  example: '6f1c7a52-order-1042',
} as const

export const sharedParameters = {
  IdempotencyKey: {
    ...key,
    description: 'For 24 hours, a repeat of this request returns the response of the first one.',
  },
  PrivateIdempotencyKey: {
    ...key,
    description:
      'For 24 hours, a repeat of this request asks again under the same id, without a new charge or a second effect. Responses with personal data or secrets are not stored.',
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    required: false,
    description:
      '`respond-async`: answer 202 if the registry is unavailable now, and report by webhook (RFC 7240).',
    schema: { type: 'string' },
    example: 'respond-async',
  },
  McpProtocolVersion: {
    name: 'MCP-Protocol-Version',
    in: 'header',
    required: false,
    description:
      'As `io.modelcontextprotocol/protocolVersion` in `_meta` of `params`. A request without it is refused; a notification without it does nothing.',
    schema: { type: 'string' },
    example: '2026-07-28',
  },
  McpMethod: {
    name: 'Mcp-Method',
    in: 'header',
    required: false,
    description: 'As `method` in the body. A request without it, or with another, is refused.',
    schema: { type: 'string' },
    example: 'tools/call',
  },
  McpName: {
    name: 'Mcp-Name',
    in: 'header',
    required: false,
    description: 'As `name` in `params`. A `tools/call` without it, or with another, is refused.',
    schema: { type: 'string' },
    example: 'explainError',
  },
} as const

const headersOf = (route: Route) => {
  if (route.method !== 'POST' || route.access === 'public') return []
  return [
    refer(route.answerIsPrivate ? 'PrivateIdempotencyKey' : 'IdempotencyKey'),
    ...(route.answerIsPrivate && 202 in route.answers && isLater(route, 202) ? [refer('Prefer')] : []),
    ...(route.isJsonRpc ? ['McpProtocolVersion', 'McpMethod', 'McpName'].map(refer) : []),
  ]
}

const isForPeople = ({ access }: Route): boolean =>
  [access].flat().every(each => each.startsWith('operations.'))

/** Alternatives: one is enough. Our own pages alone have cookies. */
const securityOf = (route: Route, audience: DocumentAudience) => {
  if (route.access === 'public') return []
  if (audience === 'integrator') return [{ bearer: [] }]
  return [
    { bearer: [] },
    ...(isForPeople(route) ? [{ session: [] }] : []),
    ...(route.inPortal ? [{ portal: [] }] : []),
  ]
}

const errorsOf = ({ problems = [] }: Route): string => {
  const own = problems.map(
    code => `- \`${code}\`: ${problemGuides[code].when} ${problemGuides[code].whatToDo}`,
  )
  return ['**Errors.** Those of every operation; the response of each status says what to do.', ...own].join(
    '\n',
  )
}

/** What it does, costs and returns, which events follow, and what can go wrong. */
const describe = (action: ActionName, route: Route): string | undefined => {
  const text = operationTexts[action]
  if (!text) return undefined
  const { does, costs, returns, events, details, sandbox } = text
  return [
    does,
    `**Cost.** ${costs}`,
    `**Returns.** ${returns}`,
    `**Events.** ${events.length === 0 ? 'None.' : `${events.map(name => `\`${name}\``).join(', ')}.`}`,
    errorsOf(route),
    ...[details, sandbox].filter(words => words !== undefined),
    ...(route.alsoAt ?? []).map(path => `Also at \`${path}\`.`),
  ].join('\n\n')
}

const describedBy = (description: string | undefined) => description !== undefined && { description }

export const operation = (
  action: ActionName,
  route: Route,
  audience: DocumentAudience,
  example = operationExamples[action] ?? { answers: {} },
) => ({
  operationId: action,
  tags: [route.tag],
  summary: route.summary,
  ...describedBy(describe(action, route)),
  security: securityOf(route, audience),
  ...(route.access !== 'public' && { 'x-scope': route.access }),
  parameters: [
    ...parametersIn('path', action, route.params, example),
    ...parametersIn('query', action, route.query, example),
    ...headersOf(route),
  ],
  ...(route.body && {
    // No body at all counts as an empty object.
    requestBody: {
      required: !z.safeParse(route.body, {}).success,
      content: contentOf(route.body, { example: example.body }),
    },
  }),
  responses: { ...answers(action, route, example), ...problemAnswers(route) },
  ...(action === 'createWebhook' && { callbacks: pingCallback }),
})
