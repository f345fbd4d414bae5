import { findPerson } from '../account/find-person.ts'
import { serveRecognised, stagePorts } from './api.ts'
import { authenticateWorker } from './authenticate-worker.ts'
import type { ActionsOf, Routes, RulesOf } from './exchange.ts'
import { requireOwnPage } from './own-page.ts'
import type { WorkPorts } from './ports.ts'
import type { ApiHandler } from './serve.ts'

const workPorts: WorkPorts = { ...stagePorts, findPerson }

/**
 * The handler of a path where people work: `serve`, and besides a client's token a person's session says who calls. For
 * all other paths a cookie is nothing, so that no page of another site can use one there.
 */
export const serveWorkers = <List extends Routes>(
  routes: List,
  actions: ActionsOf<List>,
  rules: RulesOf<List> = {},
  ports: WorkPorts = workPorts,
): ApiHandler => serveRecognised([requireOwnPage, authenticateWorker(ports)], routes, actions, rules, ports)
