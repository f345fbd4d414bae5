import { operationsRoutes } from '../../../../../shared/fieldwork/operations-routes.ts'
import { decideReport } from '../../../../../shared/fieldwork/review.ts'
import { serve } from '../../../../../shared/http/api.ts'
import type { Act } from '../../../../../shared/http/exchange.ts'

const decideAssignment: Act<typeof operationsRoutes.decideAssignment> = ({ caller, params, body, nowMs }) =>
  decideReport({ caller, id: params.id, body, nowMs })

export const handler = serve(operationsRoutes, { decideAssignment })
