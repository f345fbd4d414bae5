import type { Action } from '../../shared/http/action.ts'
import { serve } from '../../shared/http/api.ts'
import { readPortalCharges } from '../../shared/portal/charges.ts'
import { portalRoutes } from '../../shared/portal/routes.ts'

const listCharges: Action<typeof portalRoutes.listCharges> = async ({ caller, query, nowMs }) => ({
  status: 200,
  body: await readPortalCharges(caller, query.month, nowMs),
})

export const handler = serve(portalRoutes, { listCharges })
