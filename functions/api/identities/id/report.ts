import { serve } from '../../../../shared/http/api.ts'
import type { Act } from '../../../../shared/http/exchange.ts'
import { findOwnLookup } from '../../../../shared/identity/find-own.ts'
import { identityDocument } from '../../../../shared/trust/report/identity-report.ts'
import { reportReply } from '../../../../shared/trust/report/reply.ts'
import { reportRoutes } from '../../../../shared/trust/report/routes.ts'

const getIdentityReport: Act<typeof reportRoutes.getIdentityReport> = async call =>
  reportReply(identityDocument(await findOwnLookup(call)), call)

export const handler = serve(reportRoutes, { getIdentityReport })
