import type { ProblemCode } from '../http/contract/problem.ts'
import type { Route } from '../http/contract/route.ts'
import { sandboxDescription } from '../identity/contract/sandbox.ts'
import { lookupDefinitions } from '../identity/products.ts'
import { type ActionName, routes } from '../routes.ts'
import { sandboxDescriptions } from '../sandbox/descriptions.ts'
import { scenariosDescription } from '../verification/scenario.ts'
import { isForOperators } from './audience.ts'
import { operationComments } from './texts.ts'

export interface OperationText {
  readonly does: string
  readonly costs: string
  readonly returns: string
  /** Names of the events that follow, as in `address.verification_completed`. */
  readonly events: readonly string[]
  /** Rules, tables and limits, in Markdown. */
  readonly details?: string
  /** What test mode does, in Markdown. */
  readonly sandbox?: string
}

const scenarios = scenariosDescription()

/** What test mode does follows from what the sandbox is made of. */
const inTestMode: Partial<Readonly<Record<ActionName, string>>> = {
  createAddress: scenarios,
  createProAddress: scenarios,
  createBusinessAddress: scenarios,
  createEmployment: scenarios,
  ...Object.fromEntries(
    Object.entries(lookupDefinitions).map(([action, { sandbox }]) => [action, sandboxDescription(sandbox)]),
  ),
  ...sandboxDescriptions,
}

const paid: ProblemCode = 'spend_cap_reached'

const costsOf = (action: ActionName, costs: string | undefined): string => {
  const { problems = [] }: Route = routes[action]
  if (costs === undefined && problems.includes(paid))
    throw new RangeError(`${action} does not say what it costs`)
  return costs ?? 'Nothing.'
}

const textOf = (action: ActionName): OperationText => {
  const comments = operationComments(action)
  const tags: Readonly<Record<string, string>> = Object.assign(
    {},
    ...comments.map(({ tags }) => tags).toReversed(),
  )
  const [does = '', ...details] = comments.flatMap(({ words }) => words)
  const sandbox = inTestMode[action]
  return {
    does,
    costs: costsOf(action, tags.costs),
    returns: tags.returns ?? '',
    events: tags.events?.split(', ') ?? [],
    ...(details.length > 0 && { details: details.join('\n\n') }),
    ...(sandbox !== undefined && { sandbox }),
  }
}

/** Staff's operations have a summary alone: nobody integrates them. */
export const operationTexts: Partial<Readonly<Record<ActionName, OperationText>>> = Object.fromEntries(
  (Object.keys(routes) as ActionName[])
    .filter(action => !isForOperators(routes[action]))
    .map(action => [action, textOf(action)]),
)
