import type { Action } from '../../../../shared/http/action.ts'
import { apiPorts, serve } from '../../../../shared/http/api.ts'
import { respondToBrowsers } from '../../../../shared/http/problem-page.ts'
import { getEndedLookup } from '../../../../shared/identity/find-lookup.ts'
import { issueLookupReceipt } from '../../../../shared/receipt/lookup-receipt.ts'
import { identityDocument } from '../../../../shared/report/identity-report.ts'
import { identityReportRoutes } from '../../../../shared/report/identity-routes.ts'
import { reportResponse } from '../../../../shared/report/page.ts'

const getIdentityReport: Action<typeof identityReportRoutes.getIdentityReport> = async request => {
  const lookup = await getEndedLookup(request)
  const { caller, nowMs } = request
  const around = { ...request, organisationId: caller.organisationId }
  return reportResponse(identityDocument(lookup), await issueLookupReceipt(lookup, nowMs), around)
}

export const handler = serve(identityReportRoutes, { getIdentityReport }, {}, apiPorts, respondToBrowsers)
