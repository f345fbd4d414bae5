import { serve } from '../../../../../shared/aws/api.ts'
import { identitiesRoutes } from '../../../../../shared/contract/routes/identities.ts'
import type { Act } from '../../../../../shared/http/exchange.ts'
import { lookUp } from '../../../../../shared/operations/lookup.ts'

const lookUpNinPremium: Act<'lookUpNinPremium'> = call =>
  lookUp('nin-premium', call, { parameter: 'idNumber', raw: call.params.idNumber, claimed: call.body })

export const handler = serve(identitiesRoutes, { lookUpNinPremium })
