import middy from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda'
import { errorLogFields, log } from '../aws/log.ts'
import { emitMetrics, toMeasurement } from '../metrics/emit.ts'
import { toHttpResponse } from './response.ts'
import { type ProblemResponder, handleProblems } from './problem-handler.ts'
import { chooseAction } from './choose-action.ts'
import type { ActionsOf, MiddlewareRequest, Middleware, RequestContext, Routes } from './action.ts'
import { parseInput } from './parse-input.ts'
import type { PublicPorts } from './ports.ts'
import { digestSourceAddress } from './source.ts'

export type ApiHandler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>

export const publicPorts: PublicPorts = {
  now: Date.now,
  random: Math.random,
  log,
  countFault: () => emitMetrics(toMeasurement({}, { RequestFaults: 1 })),
  fieldsOfError: errorLogFields,
  sourceDigestOf: digestSourceAddress,
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

/** What is done with a request once it is answered; it never fails. */
export type RequestObserver = (request: MiddlewareRequest) => Promise<void> | undefined

/** One log line a request, whichever way it ends. The action's name stands for the path, which may hold a number. */
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
      action: internal.action,
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
})

/** Middy hands its handler the event alone; this finds again what the chain has made of it. */
const progressOf = new WeakMap<APIGatewayProxyEventV2, RequestContext>()

const passContext: Middleware = { before: ({ event, internal }) => void progressOf.set(event, internal) }

const runAction = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
  const progress = progressOf.get(event)!
  const reply = await progress.act!(progress.call!)
  progress.result = reply.result
  return toHttpResponse(progress, reply)
}

/** A handler that wears these middlewares between what every one of them needs. */
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

/** The handler of actions that anyone may call: without what knows callers it carries no database, and starts in a fraction of the time. @param first what is asked of a request before it is read */
export const servePublic = <List extends Routes>(
  routes: List,
  actions: ActionsOf<List>,
  ports: PublicPorts = publicPorts,
  first: readonly Middleware[] = [],
): ApiHandler => createHandler(ports, [chooseAction(routes, actions, {}), ...first, parseInput(ports)])
