import { serve } from '../../../shared/http/api.ts'
import { listCallerCharges } from '../../../shared/portal/charges.ts'
import { portalRoutes } from '../../../shared/portal/routes.ts'

export const handler = serve(portalRoutes, { listChargeLines: listCallerCharges })
