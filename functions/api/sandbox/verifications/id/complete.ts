import { serve } from '../../../../../shared/aws/api.ts'
import { database } from '../../../../../shared/aws/database.ts'
import { invalidRequest, Problem } from '../../../../../shared/contract/problem.ts'
import { sandboxRoutes } from '../../../../../shared/contract/routes/sandbox.ts'
import { type Decided, decidableOf, statusOf } from '../../../../../shared/domain/outcome.ts'
import type { Product } from '../../../../../shared/domain/product.ts'
import type { Act } from '../../../../../shared/http/exchange.ts'
import { simulateVisit } from '../../../../../shared/operations/simulated-visit.ts'
import { find } from '../../../../../shared/table/verification.ts'

const outcomeOf = (subStatus: string, product: Product): Decided => {
  const possible = decidableOf(product)
  const outcome = possible.find(one => statusOf(one).subStatus === subStatus)
  if (outcome) return outcome
  const words = possible.map(one => statusOf(one).subStatus).join(', ')
  throw invalidRequest([{ pointer: '/subStatus', code: 'not_allowed', detail: `Expected one of: ${words}.` }])
}

const completeTestVerification: Act<'completeTestVerification'> = async ({ caller, params, body, nowMs }) => {
  const verification = caller.mode === 'test' && (await find(database, caller, params.id, nowMs))
  if (!verification) throw new Problem('not_found', 'There is no test verification with this id.')
  const outcome = outcomeOf(body.subStatus, verification.product)
  if (!(await simulateVisit(verification, outcome, nowMs)))
    throw new Problem(
      'not_decidable',
      'It is decided already, or it was ordered a moment ago: then try again.',
      {
        headers: { 'retry-after': '1' },
      },
    )
  return { status: 202, body: { id: verification.id, status: statusOf(outcome) }, outcome }
}

export const handler = serve(sandboxRoutes, { completeTestVerification })
