import { serve } from '../../../../../shared/http/api.ts'
import type { Act } from '../../../../../shared/http/exchange.ts'
import { lookUp } from '../../../../../shared/identity/ask.ts'
import { identitiesRoutes } from '../../../../../shared/identity/contract/routes.ts'
import { idNumberRule } from '../../../../../shared/identity/id-number.ts'

const lookUpPassport: Act<typeof identitiesRoutes.lookUpPassport> = call =>
  lookUp('passport', call, {
    raw: call.params.passportNumber,
    claimed: call.body,
  })

export const handler = serve(
  identitiesRoutes,
  { lookUpPassport },
  { lookUpPassport: idNumberRule('passport', 'passportNumber') },
)
