import { findPerson } from '../account/find-person.ts'
import type { ActionsOf, Routes, RulesOf } from './action.ts'
import { apiPorts, serveAuthenticated } from './api.ts'
import { authenticateWorker } from './authenticate.ts'
import type { WorkPorts } from './ports.ts'
import type { ProblemResponder } from './problem-response.ts'
import type { ApiHandler } from './serve.ts'

export const workPorts: WorkPorts = { ...apiPorts, findPerson }

/**
 * The handler of a path where people work: it accepts a person's session besides a client's token. No other path
 * reads that cookie, so that no page of another site can use one there.
 */
export const serveWorkers = <List extends Routes>(
  routes: List,
  actions: ActionsOf<List>,
  rules: RulesOf<List> = {},
  ports: WorkPorts = workPorts,
  answerProblem?: ProblemResponder,
): ApiHandler => serveAuthenticated([authenticateWorker(ports)], routes, actions, rules, ports, answerProblem)
