import type { ProblemCode } from '../http/contract/problem.ts'
import type { Route } from '../http/contract/route.ts'
import { served } from '../routes.ts'

/** An integrator calls the API as a customer. An operator reads all of it. */
export type DocumentAudience = 'integrator' | 'operator'

/** Paths of our own pages and of the people who work here. */
export const isForOperators = ({ tag }: Route): boolean => tag === 'Session' || tag === 'Operations'

export const isShownTo = (audience: DocumentAudience, route: Route): boolean =>
  audience === 'operator' || !isForOperators(route)

const problemsOf = (isOurs: (route: Route) => boolean): ReadonlySet<ProblemCode> =>
  new Set(
    Object.values<Route>(served)
      .filter(isOurs)
      .flatMap(({ problems = [] }) => problems),
  )

const operatorProblems = problemsOf(isForOperators)
const integratorProblems = problemsOf(route => !isForOperators(route))

/** Whether no path of an integrator answers with it. */
export const isOperatorProblem = (code: ProblemCode): boolean =>
  operatorProblems.has(code) && !integratorProblems.has(code)
