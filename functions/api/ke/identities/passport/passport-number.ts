import { serve } from '../../../../../shared/aws/api.ts'
import { identitiesRoutes } from '../../../../../shared/contract/routes/identities.ts'
import { idNumberRule } from '../../../../../shared/domain/input-rule.ts'
import type { Act } from '../../../../../shared/http/exchange.ts'
import { lookUp } from '../../../../../shared/operations/lookup.ts'

const lookUpPassport: Act<'lookUpPassport'> = call =>
  lookUp('passport', call, {
    raw: call.params.passportNumber,
    claimed: call.body,
  })

export const handler = serve(
  identitiesRoutes,
  { lookUpPassport },
  { lookUpPassport: idNumberRule('passport', 'passportNumber') },
)
