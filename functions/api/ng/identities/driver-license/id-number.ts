import { serve } from '../../../../../shared/http/api.ts'
import type { Act } from '../../../../../shared/http/exchange.ts'
import { lookUp } from '../../../../../shared/identity/ask.ts'
import { identitiesRoutes } from '../../../../../shared/identity/contract/routes.ts'
import { idNumberRule } from '../../../../../shared/identity/id-number.ts'
import { claimedOf } from '../../../../../shared/identity/look-up.ts'

const lookUpDriverLicense: Act<typeof identitiesRoutes.lookUpDriverLicense> = call =>
  lookUp('driver-license', call, {
    raw: call.params.idNumber,
    claimed: claimedOf(call.body),
  })

export const handler = serve(
  identitiesRoutes,
  { lookUpDriverLicense },
  { lookUpDriverLicense: idNumberRule('driver-license', 'idNumber') },
)
