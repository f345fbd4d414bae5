import { findCaller, findPortalCaller } from '../account/find-caller.ts'
import { authenticate, authorise } from './authenticate.ts'
import { chooseAction } from './choose-action.ts'
import type { ActionsOf, Middleware, Routes, RulesOf } from './action.ts'
import { idempotency } from './idempotency.ts'
import { saveInProgress, deleteInProgress, saveResponse } from './idempotency-store.ts'
import { limitRequests, consumeRequest } from './limit-requests.ts'
import { logRequests } from './log-requests.ts'
import { parseInput } from './parse-input.ts'
import type { Ports } from './ports.ts'
import { saveRequestLogEntry } from './request-log-store.ts'
import { type ApiHandler, createHandler, publicPorts } from './serve.ts'

export const apiPorts: Ports = {
  ...publicPorts,
  findCaller,
  findPortalCaller,
  keepRequest: saveRequestLogEntry,
  takeRequest: consumeRequest,
  hold: saveInProgress,
  settle: saveResponse,
  letGo: deleteInProgress,
}

/**
 * The Lambda handler of one path, wearing the one middleware chain. On the way in: choose the action, authenticate,
 * count, authorise, parse everything, hold the Idempotency-Key. On the way out: answer by schema, settle the key.
 * Whatever is thrown anywhere ends in `answerProblems`. Its cold start is part of every caller's first second: nothing
 * is awaited here. @param recognise what authenticates
 */
export const serveAuthenticated = <List extends Routes>(
  recognise: readonly Middleware[],
  routes: List,
  actions: ActionsOf<List>,
  rules: RulesOf<List>,
  ports: Ports,
): ApiHandler =>
  createHandler(
    ports,
    [
      chooseAction(routes, actions, rules),
      ...recognise,
      limitRequests(ports),
      authorise,
      parseInput(ports),
      idempotency(ports),
    ],
    { note: logRequests(ports) },
  )

/** The handler of a path that clients call, with their tokens. */
export const serve = <List extends Routes>(
  routes: List,
  actions: ActionsOf<List>,
  rules: RulesOf<List> = {},
  ports: Ports = apiPorts,
): ApiHandler => serveAuthenticated([authenticate(ports)], routes, actions, rules, ports)
