import type { Caller } from '../../../../../shared/account/caller.ts'
import { simulateVisit } from '../../../../../shared/fieldwork/simulated/visit.ts'
import { serve } from '../../../../../shared/http/api.ts'
import { invalidRequest, Problem } from '../../../../../shared/http/contract/problem.ts'
import type { Act } from '../../../../../shared/http/exchange.ts'
import { requireScope } from '../../../../../shared/http/require-scope.ts'
import type { Product } from '../../../../../shared/verification/contract/product.ts'
import { sandboxRoutes } from '../../../../../shared/verification/contract/sandbox-routes.ts'
import { type Decided, endOf, isFinal, statusOf } from '../../../../../shared/verification/outcome.ts'
import { definitionOf } from '../../../../../shared/verification/product/definitions.ts'
import { findVerification } from '../../../../../shared/verification/store.ts'
import type { Verification } from '../../../../../shared/verification/verification.ts'

const outcomeOf = (subStatus: string, product: Product): Decided => {
  const possible = definitionOf[product].decidable
  const outcome = possible.find(one => statusOf(one).subStatus === subStatus)
  if (outcome) return outcome
  const words = possible.map(one => statusOf(one).subStatus).join(', ')
  throw invalidRequest([{ pointer: '/subStatus', code: 'not_allowed', detail: `Expected one of: ${words}.` }])
}

/** @throws Problem not_found, product_not_enabled */
const findTest = async (caller: Caller, id: number, nowMs: number): Promise<Verification> => {
  const verification = caller.mode === 'test' && (await findVerification(caller, id, nowMs))
  if (!verification) throw new Problem('not_found', 'There is no test verification with this id.')
  requireScope(caller, [definitionOf[verification.product].scope])
  return verification
}

const completeTestVerification: Act<typeof sandboxRoutes.completeTestVerification> = async ({
  caller,
  params,
  body,
  nowMs,
}) => {
  const verification = await findTest(caller, params.id, nowMs)
  const outcome = outcomeOf(body.subStatus, verification.product)
  if (isFinal(verification.outcome) || !(await simulateVisit(verification, outcome, nowMs)))
    throw new Problem('already_decided', endOf((await findTest(caller, params.id, nowMs)).outcome))
  return { status: 202, body: { id: verification.id, status: statusOf(outcome) }, result: outcome }
}

export const handler = serve(sandboxRoutes, { completeTestVerification })
