import { serve } from '../../../../../shared/http/api.ts'
import type { Act } from '../../../../../shared/http/exchange.ts'
import { lookUp } from '../../../../../shared/identity/ask.ts'
import { identitiesRoutes } from '../../../../../shared/identity/contract/routes.ts'
import { idNumberRule } from '../../../../../shared/identity/id-number.ts'

const lookUpNin: Act<typeof identitiesRoutes.lookUpNin> = call =>
  lookUp('nin', call, { raw: call.params.idNumber, claimed: call.body })

export const handler = serve(identitiesRoutes, { lookUpNin }, { lookUpNin: idNumberRule('nin', 'idNumber') })
