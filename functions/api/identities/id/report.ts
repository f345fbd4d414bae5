import { serve } from '../../../../shared/http/api.ts'
import type { Action } from '../../../../shared/http/action.ts'
import { getEndedLookup } from '../../../../shared/identity/find-lookup.ts'
import { receiptOfLookup } from '../../../../shared/trust/receipt/look-up-receipt.ts'
import { identityDocument } from '../../../../shared/trust/report/identity-report.ts'
import { identityReportRoutes } from '../../../../shared/trust/report/identity-routes.ts'
import { reportReply } from '../../../../shared/trust/report/reply.ts'

const getIdentityReport: Action<typeof identityReportRoutes.getIdentityReport> = async call => {
  const lookup = await getEndedLookup(call)
  return reportReply(identityDocument(lookup), await receiptOfLookup(lookup, call.nowMs), call)
}

export const handler = serve(identityReportRoutes, { getIdentityReport })
