import { disputeFor } from '../../../../shared/fieldwork/dispute/actions.ts'
import { disputeRoutes } from '../../../../shared/fieldwork/dispute/routes.ts'
import { serve } from '../../../../shared/http/api.ts'
import type { Act } from '../../../../shared/http/exchange.ts'

const disputeAddress: Act<typeof disputeRoutes.disputeAddress> = call => disputeFor('address', call)

export const handler = serve(disputeRoutes, { disputeAddress })
