import { serve } from '../../../shared/http/api.ts'
import type { Act } from '../../../shared/http/exchange.ts'
import { toLookUpAnswer } from '../../../shared/identity/answer.ts'
import { findOwnLookup } from '../../../shared/identity/find-own.ts'
import { identitiesRoutes } from '../../../shared/identity/routes.ts'

const getIdentity: Act<typeof identitiesRoutes.getIdentity> = async call => ({
  status: 200,
  body: toLookUpAnswer(await findOwnLookup(call)),
})

export const handler = serve(identitiesRoutes, { getIdentity })
