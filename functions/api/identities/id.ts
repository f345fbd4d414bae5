import { serve } from '../../../shared/http/api.ts'
import { Problem } from '../../../shared/http/contract/problem.ts'
import type { Act } from '../../../shared/http/exchange.ts'
import { requireScope } from '../../../shared/http/require-scope.ts'
import { toLookUpAnswer } from '../../../shared/identity/answer.ts'
import { scopeOf } from '../../../shared/identity/contract/look-up-route.ts'
import { productNamed } from '../../../shared/identity/products.ts'
import { identitiesRoutes } from '../../../shared/identity/routes.ts'
import { findLookup } from '../../../shared/identity/store.ts'

const getIdentity: Act<typeof identitiesRoutes.getIdentity> = async ({ caller, params, nowMs }) => {
  const lookup = await findLookup(caller, params.id, nowMs)
  if (!lookup) throw new Problem('not_found', 'There is no identity look-up with this id.')
  requireScope(caller, [scopeOf(productNamed(lookup.product))])
  return { status: 200, body: toLookUpAnswer(lookup) }
}

export const handler = serve(identitiesRoutes, { getIdentity })
