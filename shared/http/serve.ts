import middy from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda'
import { answerBySchema } from './answer.ts'
import { answerProblems } from './answer-problems.ts'
import { authenticate } from './authenticate.ts'
import { chooseAction } from './choose-action.ts'
import type { ActionsOf, Exchange, Middleware, Progress, Routes, RulesOf } from './exchange.ts'
import { idempotency } from './idempotency.ts'
import { parseInput } from './parse-input.ts'
import type { Ports, PublicPorts } from './ports.ts'

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
      status: response?.statusCode,
      latencyMs: now() - internal.startedAtMs,
    })
  },
})

/** Middy hands its handler the event alone; this finds again what the chain has made of it. */
const progressOf = new WeakMap<APIGatewayProxyEventV2, Progress>()

const handOver: Middleware = { before: ({ event, internal }) => void progressOf.set(event, internal) }

const act = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
  const progress = progressOf.get(event)!
  const reply = await progress.act!(progress.call!)
  progress.outcome = reply.outcome
  return answerBySchema(progress, reply)
}

const chain = (ports: PublicPorts, middlewares: readonly Middleware[]): ApiHandler =>
  middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Error, Context, Progress>(observe(ports))
    .use([answerProblems(ports), ...middlewares, handOver])
    .handler(act)

/**
 * The one middleware chain that every API function wears. On the way in: choose the action, authenticate, parse
 * everything, hold the Idempotency-Key. On the way out: answer by schema, settle the key. Whatever is thrown
 * anywhere ends in `answerProblems`.
 */
export const serve = <List extends Routes>(
  routes: List,
  actions: ActionsOf<List>,
  rules: RulesOf<List>,
  ports: Ports,
): ApiHandler =>
  chain(ports, [
    chooseAction(routes, actions, rules),
    authenticate(ports),
    parseInput(ports),
    idempotency(ports),
  ])

/** The same chain for actions that anyone may call, without what knows callers, and so without a database. */
export const servePublic = <List extends Routes>(
  routes: List,
  actions: ActionsOf<List>,
  ports: PublicPorts,
): ApiHandler => chain(ports, [chooseAction(routes, actions, {}), parseInput(ports)])
