import { serve } from '../../../shared/aws/api.ts'
import { database } from '../../../shared/aws/database.ts'
import { Problem } from '../../../shared/contract/problem.ts'
import { identitiesRoutes } from '../../../shared/contract/routes/identities.ts'
import { presentLookup } from '../../../shared/domain/identity-view.ts'
import type { Act } from '../../../shared/http/exchange.ts'
import { findLookup } from '../../../shared/table/identity.ts'

const getIdentity: Act<'getIdentity'> = async ({ caller, params, nowMs }) => {
  const lookup = await findLookup(database, caller, params.id, nowMs)
  if (!lookup) throw new Problem('not_found', 'There is no identity look-up with this id.')
  return { status: 200, body: presentLookup(lookup) }
}

export const handler = serve(identitiesRoutes, { getIdentity })
