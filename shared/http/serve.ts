import { createHmac } from 'node:crypto'
import middy from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda'
import * as z from 'zod/mini'
import { setting } from '../aws/environment.ts'
import { OvertimeError } from '../aws/errors.ts'
import { errorLogFields, log } from '../aws/log.ts'
import { emitMetrics, toMeasurement } from '../metrics/emit.ts'
import type {
  Action,
  ActionResponse,
  ActionsOf,
  Middleware,
  MiddlewareRequest,
  RequestContext,
  Routes,
  RulesOf,
} from './action.ts'
import { Problem } from './contract/problem.ts'
import { toUtcDay } from './contract/reading.ts'
import type { Route } from './contract/route.ts'
import { parseInput } from './parse-input.ts'
import type { PublicPorts } from './ports.ts'
import {
  commonHeaders,
  isTold,
  type ProblemResponder,
  toProblemResponse,
  toPublicProblem,
} from './problem-response.ts'

export type ApiHandler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>

/**
 * Identifies the source of a request in log lines: the same for one address within a UTC day, and without the key
 * it does not reveal the address.
 */
export const digestSourceAddress = (address: string, nowMs: number): string => {
  const hmac = createHmac('sha256', setting('SOURCE_ADDRESS_KEY')).update(`${toUtcDay(nowMs)} ${address}`)
  // 96 bits: no two addresses meet.
  return hmac.digest('base64url').slice(0, 16)
}

export const publicPorts: PublicPorts = {
  now: Date.now,
  random: Math.random,
  log,
  countFault: () => emitMetrics(toMeasurement({}, { RequestFaults: 1 })),
  fieldsOfError: errorLogFields,
  sourceDigestOf: digestSourceAddress,
}

/** Only fields that the route's schema declares leave the service. */
export const toHttpResponse = (
  { route, requestId, pickAnswer = z.parse }: RequestContext,
  { status, body, headers, cookies, content }: ActionResponse,
): APIGatewayProxyStructuredResultV2 => {
  const response = {
    statusCode: status,
    headers: { ...commonHeaders(requestId), ...headers },
    ...(cookies && { cookies: [...cookies] }),
  }
  if (Buffer.isBuffer(content))
    return { ...response, body: content.toString('base64'), isBase64Encoded: true }
  const schema = route!.answers[status]
  return { ...response, body: content ?? (schema ? JSON.stringify(pickAnswer(schema, body)) : '') }
}

/** Shows a Problem to the caller; anything else is logged and becomes 503 or 500 without detail. */
const handleProblems = (
  { log, countFault, fieldsOfError }: PublicPorts,
  respond: ProblemResponder = toProblemResponse,
): Middleware => ({
  onError: request => {
    const { error, internal, event } = request
    const { requestId } = internal
    if (!isTold(error)) {
      log('request.failed', { requestId, action: internal.actionName, ...fieldsOfError(error) })
      countFault()
    }
    request.response = respond(toPublicProblem(error), requestId, { event, route: internal.route })
  },
})

/** Finds the action of this path's function for the request's method. @throws Problem method_not_allowed with `Allow` */
export const chooseAction = <List extends Routes>(
  routes: List,
  actions: ActionsOf<List>,
  rules: RulesOf<List> = {},
): Middleware => {
  const byMethod = new Map(Object.keys(actions).map(name => [routes[name]!.method as string, name]))
  const allow = [...byMethod.keys()].join(', ')
  return {
    before: ({ event, internal }) => {
      const name = byMethod.get(event.requestContext.http.method)
      if (name === undefined)
        throw new Problem('method_not_allowed', `This path takes ${allow}.`, { headers: { allow } })
      internal.actionName = name
      internal.route = routes[name]!
      // Safe: the route's own schemas parse what its action receives.
      internal.action = actions[name] as unknown as Action<Route>
      internal.rule = rules[name]
    },
  }
}

/** Puts the limit of all requests before the action's own: headers that are lists combine (RFC 9110 §5.3). */
const addLimitHeaders = ({ internal: { limits }, response }: MiddlewareRequest): void => {
  if (!limits || !response) return
  const headers = response.headers ?? {}
  const combined = Object.entries(limits).map(([name, entry]) => [
    name,
    headers[name] ? `${entry}, ${headers[name]}` : entry,
  ])
  response.headers = { ...headers, ...Object.fromEntries(combined) }
}

export type RequestObserver = (request: MiddlewareRequest) => Promise<void> | undefined

/**
 * Before Lambda ends the function, whose caller would get the gateway's bare 500. In what is left the problem is answered
 * and noted.
 */
const reservedMs = 2000

/** One log line per request, however it ends. The action's name replaces the path, which may hold an id number. */
const observe = ({ now, log, sourceDigestOf }: PublicPorts, note?: RequestObserver) => ({
  requestStart: (request: unknown) => {
    const { internal, event } = request as MiddlewareRequest
    internal.startedAtMs = now()
    internal.requestId = event.requestContext.requestId
  },
  requestEnd: (request: unknown) => {
    const { internal, response, event } = request as MiddlewareRequest
    addLimitHeaders(request as MiddlewareRequest)
    log('request.answered', {
      requestId: internal.requestId,
      action: internal.actionName,
      organisationId: internal.caller?.organisationId,
      mode: internal.caller?.mode,
      clientId: internal.caller?.clientId,
      isPortal: internal.isPortal,
      sourceDigest: sourceDigestOf(event.requestContext.http.sourceIp, internal.startedAtMs),
      result: internal.result,
      status: response?.statusCode,
      latencyMs: now() - internal.startedAtMs,
    })
    return note?.(request as MiddlewareRequest)
  },
  timeoutEarlyInMillis: reservedMs,
  timeoutEarlyResponse: () => {
    throw new OvertimeError('The work takes longer than the function has')
  },
})

/** Middy passes its handler the event alone; this finds the context that the middlewares have filled. */
const contexts = new WeakMap<APIGatewayProxyEventV2, RequestContext>()

const passContext: Middleware = { before: ({ event, internal }) => void contexts.set(event, internal) }

const runAction = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
  const context = contexts.get(event)!
  const response = await context.action!(context.request!)
  context.result = response.result
  return toHttpResponse(context, response)
}

export const createHandler = (
  ports: PublicPorts,
  middlewares: readonly Middleware[],
  {
    answerProblem,
    note,
  }: { readonly answerProblem?: ProblemResponder; readonly note?: RequestObserver } = {},
): ApiHandler =>
  middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Error, Context, RequestContext>(
    observe(ports, note),
  )
    .use([handleProblems(ports, answerProblem), ...middlewares, passContext])
    .handler(runAction)

/**
 * The handler of actions that anyone may call: it carries no database and starts in a fraction of the time.
 * @param first runs before the request is parsed
 */
export const servePublic = <List extends Routes>(
  routes: List,
  actions: ActionsOf<List>,
  ports: PublicPorts = publicPorts,
  first: readonly Middleware[] = [],
): ApiHandler => createHandler(ports, [chooseAction(routes, actions), ...first, parseInput(ports)])
