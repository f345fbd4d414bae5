import { simulateVisit } from '../../../../../shared/fieldwork/simulated/visit.ts'
import { serve } from '../../../../../shared/http/api.ts'
import { invalidRequest, Problem } from '../../../../../shared/http/contract/problem.ts'
import type { Act } from '../../../../../shared/http/exchange.ts'
import type { Product } from '../../../../../shared/verification/contract/product.ts'
import { sandboxRoutes } from '../../../../../shared/verification/contract/sandbox-routes.ts'
import { type Decided, statusOf } from '../../../../../shared/verification/outcome.ts'
import { definitionOf } from '../../../../../shared/verification/product/definitions.ts'
import { findVerification } from '../../../../../shared/verification/store.ts'

const outcomeOf = (subStatus: string, product: Product): Decided => {
  const possible = definitionOf[product].decidable
  const outcome = possible.find(one => statusOf(one).subStatus === subStatus)
  if (outcome) return outcome
  const words = possible.map(one => statusOf(one).subStatus).join(', ')
  throw invalidRequest([{ pointer: '/subStatus', code: 'not_allowed', detail: `Expected one of: ${words}.` }])
}

const completeTestVerification: Act<typeof sandboxRoutes.completeTestVerification> = async ({
  caller,
  params,
  body,
  nowMs,
}) => {
  const verification = caller.mode === 'test' && (await findVerification(caller, params.id, nowMs))
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
  return { status: 202, body: { id: verification.id, status: statusOf(outcome) }, result: outcome }
}

export const handler = serve(sandboxRoutes, { completeTestVerification })
