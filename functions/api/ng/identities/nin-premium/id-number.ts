import { serve } from '../../../../../shared/http/api.ts'
import type { Act } from '../../../../../shared/http/exchange.ts'
import { lookUp } from '../../../../../shared/identity/ask.ts'
import { identitiesRoutes } from '../../../../../shared/identity/contract/routes.ts'
import { idNumberRule } from '../../../../../shared/identity/id-number.ts'

const lookUpNinPremium: Act<typeof identitiesRoutes.lookUpNinPremium> = call =>
  lookUp('nin-premium', call, { raw: call.params.idNumber, claimed: call.body })

export const handler = serve(
  identitiesRoutes,
  { lookUpNinPremium },
  { lookUpNinPremium: idNumberRule('nin-premium', 'idNumber') },
)
