import { findCaller, findPortalCaller } from '../account/find-caller.ts'
import { authenticate, authorise } from './authenticate.ts'
import { chooseAction } from './choose-action.ts'
import type { ActionsOf, Middleware, Routes, RulesOf } from './exchange.ts'
import { idempotency } from './idempotency.ts'
import { hold, letGo, settle } from './idempotency-store.ts'
import { limitRequests, takeRequest } from './limit-requests.ts'
import { noteRequests } from './note-requests.ts'
import { parseInput } from './parse-input.ts'
import type { Ports } from './ports.ts'
import { keepRequest } from './request-store.ts'
import { type ApiHandler, chain, publicPorts } from './serve.ts'

export const stagePorts: Ports = {
  ...publicPorts,
  findCaller,
  findPortalCaller,
  keepRequest,
  takeRequest,
  hold,
  settle,
  letGo,
}

/**
 * The Lambda handler of one path, wearing the one middleware chain. On the way in: choose the action, authenticate,
 * count, authorise, parse everything, hold the Idempotency-Key. On the way out: answer by schema, settle the key.
 * Whatever is thrown anywhere ends in `answerProblems`. Its cold start is part of every caller's first second: nothing
 * is awaited here. @param recognise what authenticates
 */
export const serveRecognised = <List extends Routes>(
  recognise: readonly Middleware[],
  routes: List,
  actions: ActionsOf<List>,
  rules: RulesOf<List>,
  ports: Ports,
): ApiHandler =>
  chain(
    ports,
    [
      chooseAction(routes, actions, rules),
      ...recognise,
      limitRequests(ports),
      authorise,
      parseInput(ports),
      idempotency(ports),
    ],
    { note: noteRequests(ports) },
  )

/** The handler of a path that clients call, with their tokens. */
export const serve = <List extends Routes>(
  routes: List,
  actions: ActionsOf<List>,
  rules: RulesOf<List> = {},
  ports: Ports = stagePorts,
): ApiHandler => serveRecognised([authenticate(ports)], routes, actions, rules, ports)
