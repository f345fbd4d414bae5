import { disputeDecision } from '../../../../shared/dispute/actions.ts'
import { disputeRoutes } from '../../../../shared/dispute/routes.ts'
import type { Action } from '../../../../shared/http/action.ts'
import { serve } from '../../../../shared/http/api.ts'

const disputeEmployment: Action<typeof disputeRoutes.disputeEmployment> = request =>
  disputeDecision('employment', request)

export const handler = serve(disputeRoutes, { disputeEmployment })
