import type { Action } from '../../../../shared/http/action.ts'
import { serve } from '../../../../shared/http/api.ts'
import { issueVerificationReceipt } from '../../../../shared/trust/receipt/verification-receipt.ts'
import { employmentDocument, readEmployment } from '../../../../shared/trust/report/employment-report.ts'
import { reportResponse } from '../../../../shared/trust/report/page.ts'
import { reportRoutes } from '../../../../shared/trust/report/routes.ts'
import { getEndedVerification } from '../../../../shared/verification/actions.ts'

const getEmploymentReport: Action<typeof reportRoutes.getEmploymentReport> = async request => {
  const verification = await getEndedVerification('employment', request)
  const kept = await readEmployment(verification, request.nowMs)
  const beside = { trail: kept.trail, photos: [] }
  return reportResponse(
    employmentDocument(kept),
    await issueVerificationReceipt(verification, beside, request.nowMs),
    request,
  )
}

export const handler = serve(reportRoutes, { getEmploymentReport })
