import { simulateConclusion } from '../../../../../shared/dispute/conclude.ts'
import type { Action } from '../../../../../shared/http/action.ts'
import { serve } from '../../../../../shared/http/api.ts'
import { invalidRequest, Problem } from '../../../../../shared/http/contract/problem.ts'
import { simulateVisit } from '../../../../../shared/sandbox/agent/visit.ts'
import { getTestVerification } from '../../../../../shared/verification/actions.ts'
import {
  type DecidedOutcome,
  decidableOutcomes,
  describeOutcome,
  findOutcome,
  isFinal,
  statusOf,
} from '../../../../../shared/verification/contract/outcome.ts'
import { sandboxRoutes } from '../../../../../shared/verification/contract/sandbox-routes.ts'

const outcomeOf = (subStatus: string, possible: readonly DecidedOutcome[]): DecidedOutcome => {
  const outcome = findOutcome(subStatus, possible)
  if (outcome) return outcome
  const words = possible.map(one => statusOf(one).subStatus).join(', ')
  throw invalidRequest([{ pointer: '/subStatus', code: 'not_allowed', detail: `Expected one of: ${words}.` }])
}

const completeTestVerification: Action<typeof sandboxRoutes.completeTestVerification> = async ({
  caller,
  params,
  body,
  nowMs,
}) => {
  const verification = await getTestVerification(caller, params.id, nowMs)
  const outcome = outcomeOf(body.subStatus, decidableOutcomes[verification.product])
  // A final verification may have a dispute, which a reviewer concludes.
  const complete = isFinal(verification.outcome) ? simulateConclusion : simulateVisit
  if (!(await complete(verification, outcome, nowMs))) {
    const latest = await getTestVerification(caller, params.id, nowMs)
    // A repeat, or an outcome that the simulated agent found anyway, succeeds.
    if (latest.outcome !== outcome) throw new Problem('already_decided', describeOutcome(latest.outcome))
  }
  return { status: 202, body: { id: verification.id, status: statusOf(outcome) }, result: outcome }
}

export const handler = serve(sandboxRoutes, { completeTestVerification })
