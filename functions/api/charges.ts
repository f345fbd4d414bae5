import { serve } from '../../shared/http/api.ts'
import type { Act } from '../../shared/http/exchange.ts'
import { chargesFor } from '../../shared/portal/charges.ts'
import { portalRoutes } from '../../shared/portal/routes.ts'

const listCharges: Act<typeof portalRoutes.listCharges> = async ({ caller, query, nowMs }) => ({
  status: 200,
  body: await chargesFor(caller, query.month, nowMs),
})

export const handler = serve(portalRoutes, { listCharges })
