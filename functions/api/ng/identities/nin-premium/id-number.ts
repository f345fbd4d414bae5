import { serve } from '../../../../../shared/aws/api.ts'
import { identitiesRoutes } from '../../../../../shared/contract/routes/identities.ts'
import { idNumberRule } from '../../../../../shared/domain/input-rule.ts'
import type { Act } from '../../../../../shared/http/exchange.ts'
import { lookUp } from '../../../../../shared/operations/lookup.ts'

const lookUpNinPremium: Act<'lookUpNinPremium'> = call =>
  lookUp('nin-premium', call, { raw: call.params.idNumber, claimed: call.body })

export const handler = serve(
  identitiesRoutes,
  { lookUpNinPremium },
  { lookUpNinPremium: idNumberRule('nin-premium', 'idNumber') },
)
