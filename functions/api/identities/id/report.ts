import { serve } from '../../../../shared/http/api.ts'
import type { Act } from '../../../../shared/http/exchange.ts'
import { findLookupFor } from '../../../../shared/identity/find-look-up.ts'
import { identityDocument } from '../../../../shared/trust/report/identity-report.ts'
import { identityReportRoutes } from '../../../../shared/trust/report/identity-routes.ts'
import { reportReply } from '../../../../shared/trust/report/reply.ts'

const getIdentityReport: Act<typeof identityReportRoutes.getIdentityReport> = async call =>
  reportReply(identityDocument(await findLookupFor(call)), call)

export const handler = serve(identityReportRoutes, { getIdentityReport })
