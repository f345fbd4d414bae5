import { findPerson } from '../account/find-caller.ts'
import { serveAuthenticated, apiPorts } from './api.ts'
import { authenticateWorker } from './authenticate-worker.ts'
import type { ActionsOf, Routes, RulesOf } from './action.ts'
import { requireSameOrigin } from './same-origin.ts'
import type { WorkPorts } from './ports.ts'
import type { ApiHandler } from './serve.ts'

const workPorts: WorkPorts = { ...apiPorts, findPerson }

/**
 * The handler of a path where people work: `serve`, and besides a client's token a person's session says who calls. For
 * all other paths a cookie is nothing, so that no page of another site can use one there.
 */
export const serveWorkers = <List extends Routes>(
  routes: List,
  actions: ActionsOf<List>,
  rules: RulesOf<List> = {},
  ports: WorkPorts = workPorts,
): ApiHandler =>
  serveAuthenticated([requireSameOrigin, authenticateWorker(ports)], routes, actions, rules, ports)
