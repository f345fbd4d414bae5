import type { Action } from '../../shared/http/action.ts'
import { serve } from '../../shared/http/api.ts'
import { readCharges } from '../../shared/ledger/charges.ts'
import { mayReadCharge } from '../../shared/portal/charges.ts'
import { portalRoutes } from '../../shared/portal/routes.ts'

const listCharges: Action<typeof portalRoutes.listCharges> = async ({ caller, query: { month }, nowMs }) => ({
  status: 200,
  body: await readCharges(caller, { month, nowMs }, mayReadCharge(caller)),
})

export const handler = serve(portalRoutes, { listCharges })
