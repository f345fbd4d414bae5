import type { Action } from '../../../../shared/http/action.ts'
import { serve } from '../../../../shared/http/api.ts'
import { issueVerificationReceipt } from '../../../../shared/trust/receipt/verification-receipt.ts'
import { addressDocument, readVisit } from '../../../../shared/trust/report/address-report.ts'
import { reportResponse } from '../../../../shared/trust/report/page.ts'
import { reportRoutes } from '../../../../shared/trust/report/routes.ts'
import { getEndedVerification } from '../../../../shared/verification/actions.ts'

const getAddressReport: Action<typeof reportRoutes.getAddressReport> = async request => {
  const verification = await getEndedVerification('address', request)
  const kept = await readVisit(verification, request.nowMs)
  const beside = { trail: kept.trail, photos: kept.taken }
  return reportResponse(
    addressDocument(kept),
    await issueVerificationReceipt(verification, beside, request.nowMs),
    request,
  )
}

export const handler = serve(reportRoutes, { getAddressReport })
