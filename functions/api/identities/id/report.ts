import { serve } from '../../../../shared/http/api.ts'
import type { Action } from '../../../../shared/http/action.ts'
import { findEndedLookupFor } from '../../../../shared/identity/find-look-up.ts'
import { receiptOfLookup } from '../../../../shared/trust/receipt/look-up-receipt.ts'
import { identityDocument } from '../../../../shared/trust/report/identity-report.ts'
import { identityReportRoutes } from '../../../../shared/trust/report/identity-routes.ts'
import { reportReply } from '../../../../shared/trust/report/reply.ts'

const getIdentityReport: Action<typeof identityReportRoutes.getIdentityReport> = async call => {
  const lookup = await findEndedLookupFor(call)
  return reportReply(identityDocument(lookup), await receiptOfLookup(lookup, call.nowMs), call)
}

export const handler = serve(identityReportRoutes, { getIdentityReport })
