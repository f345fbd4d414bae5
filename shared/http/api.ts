import { findCaller, findPortalCaller } from '../account/find-caller.ts'
import type { ActionsOf, Middleware, Routes, RulesOf } from './action.ts'
import { authenticate, authorise, limitRequests } from './authenticate.ts'
import { bindCursors } from './cursor.ts'
import { pickDeclared } from './declared.ts'
import { idempotency } from './idempotency.ts'
import { deleteInProgress, findHeldAnswer, saveInProgress, saveResponse } from './idempotency-store.ts'
import { parseInput } from './parse-input.ts'
import type { Ports } from './ports.ts'
import type { ProblemResponder } from './problem-response.ts'
import { consumeRequest } from './rate-limit.ts'
import { logRequests } from './request-log.ts'
import { saveRequestLogEntry } from './request-log-store.ts'
import { type ApiHandler, chooseAction, createHandler, publicPorts } from './serve.ts'

export const apiPorts: Ports = {
  ...publicPorts,
  findCaller,
  findPortalCaller,
  saveRequestLogEntry,
  consumeRequest,
  saveInProgress,
  saveResponse,
  deleteInProgress,
  findHeldAnswer,
}

/** Functions without the table are small and answer little: they parse what they answer, and do without this. */
const pickAnswers: Middleware = {
  before: ({ internal }) => {
    internal.pickAnswer = pickDeclared
  },
}

/**
 * The Lambda handler of one path with the standard middleware. `handleProblems` turns whatever is thrown into a
 * response. Nothing is awaited here: its cold start is part of every caller's first second.
 */
export const serveAuthenticated = <List extends Routes>(
  authentication: readonly Middleware[],
  routes: List,
  actions: ActionsOf<List>,
  rules: RulesOf<List>,
  ports: Ports,
  answerProblem?: ProblemResponder,
): ApiHandler =>
  createHandler(
    ports,
    [
      chooseAction(routes, actions, rules),
      pickAnswers,
      ...authentication,
      limitRequests(ports),
      authorise,
      parseInput(ports),
      bindCursors,
      idempotency(ports),
    ],
    { note: logRequests(ports), ...(answerProblem && { answerProblem }) },
  )

export const serve = <List extends Routes>(
  routes: List,
  actions: ActionsOf<List>,
  rules: RulesOf<List> = {},
  ports: Ports = apiPorts,
  answerProblem?: ProblemResponder,
): ApiHandler => serveAuthenticated([authenticate(ports)], routes, actions, rules, ports, answerProblem)
