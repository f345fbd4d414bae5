import { serve } from '../../../../../shared/aws/api.ts'
import { identitiesRoutes } from '../../../../../shared/contract/routes/identities.ts'
import { idNumberRule } from '../../../../../shared/domain/input-rule.ts'
import type { Act } from '../../../../../shared/http/exchange.ts'
import { lookUp } from '../../../../../shared/operations/lookup.ts'

const lookUpNin: Act<'lookUpNin'> = call =>
  lookUp('nin', call, { raw: call.params.idNumber, claimed: call.body })

export const handler = serve(identitiesRoutes, { lookUpNin }, { lookUpNin: idNumberRule('nin', 'idNumber') })
