import middy from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda'
import type { Route } from '../contract/route.ts'
import { answerBySchema } from './answer-by-schema.ts'
import { answerProblems } from './answer-problems.ts'
import { authenticate } from './authenticate.ts'
import { chooseAction } from './choose-action.ts'
import type { Actions, Exchange, Middleware, Progress, PublicActions, RoutesOf, Rules } from './exchange.ts'
import { parseInput } from './parse-input.ts'
import type { Ports, PublicPorts } from './ports.ts'
import { repeatSafely } from './repeat-safely.ts'

export type ApiHandler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>

/** One log line a request, whichever way it ends. The action's name stands for the path, which may hold a number. */
const observe = ({ now, log }: PublicPorts) => ({
  requestStart: (request: unknown) => {
    const { internal, event } = request as Exchange
    internal.startedAtMs = now()
    internal.requestId = event.requestContext.requestId
  },
  requestEnd: (request: unknown) => {
    const { internal, response } = request as Exchange
    log('request.answered', {
      requestId: internal.requestId,
      action: internal.action,
      organisationId: internal.caller?.organisationId,
      mode: internal.caller?.mode,
      clientId: internal.caller?.clientId,
      outcome: internal.outcome,
      status: (response as APIGatewayProxyStructuredResultV2 | undefined)?.statusCode,
      latencyMs: now() - internal.startedAtMs,
    })
  },
})

/** Middy hands its handler the event alone: from here on, the event is what the chain has made of it. */
const handOver: Middleware = {
  before: request => {
    Object.assign(request, { event: request.internal })
  },
}

type Served = Readonly<Record<string, Route>>

const act = ({ act, call }: Progress) => act!(call!)

const chain = (routes: Served, actions: Actions, rules: Rules<Actions>, ports: PublicPorts) =>
  middy(observe(ports))
    .use(answerProblems(ports))
    .use(chooseAction(routes, actions, rules))

/**
 * The one middleware chain that every API function wears. On the way in: choose the action, authenticate, parse
 * everything, claim the Idempotency-Key. On the way out, in reverse: answer by schema, settle the key. Whatever
 * is thrown anywhere ends in `answerProblems`.
 */
export const serve = <Of extends Actions>(
  routes: RoutesOf<Of>,
  actions: Of,
  rules: Rules<Of>,
  ports: Ports,
): ApiHandler =>
  chain(routes, actions, rules, ports)
    .use(authenticate(ports))
    .use(parseInput(ports))
    .use(repeatSafely(ports))
    .use(answerBySchema())
    .use(handOver)
    .handler(act as never) as unknown as ApiHandler

/** The same chain for actions that anyone may call, without what knows callers, and so without a database. */
export const servePublic = <Of extends PublicActions>(
  routes: RoutesOf<Of>,
  actions: Of,
  ports: PublicPorts,
): ApiHandler =>
  chain(routes, actions as Actions, {}, ports)
    .use(parseInput(ports))
    .use(answerBySchema())
    .use(handOver)
    .handler(act as never) as unknown as ApiHandler
