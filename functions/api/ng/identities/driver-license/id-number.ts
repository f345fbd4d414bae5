import { serve } from '../../../../../shared/aws/api.ts'
import { identitiesRoutes } from '../../../../../shared/contract/routes/identities.ts'
import { claimedOf } from '../../../../../shared/domain/identity.ts'
import { idNumberRule } from '../../../../../shared/domain/input-rule.ts'
import type { Act } from '../../../../../shared/http/exchange.ts'
import { lookUp } from '../../../../../shared/operations/lookup.ts'

const lookUpDriverLicense: Act<'lookUpDriverLicense'> = call =>
  lookUp('driver-license', call, {
    raw: call.params.idNumber,
    claimed: claimedOf(call.body),
  })

export const handler = serve(
  identitiesRoutes,
  { lookUpDriverLicense },
  { lookUpDriverLicense: idNumberRule('driver-license', 'idNumber') },
)
