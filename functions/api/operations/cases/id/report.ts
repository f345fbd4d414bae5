import { getStaffCase, noteOpening } from '../../../../../shared/case/access.ts'
import { caseDocumentRoutes } from '../../../../../shared/report/case-routes.ts'
import type { Action } from '../../../../../shared/http/action.ts'
import { respondToBrowsers } from '../../../../../shared/http/problem-page.ts'
import { serveWorkers, workPorts } from '../../../../../shared/http/work-api.ts'
import { addressReportResponse } from '../../../../../shared/report/address-report.ts'
import { employmentReportResponse } from '../../../../../shared/report/employment-report.ts'
import { refuseUnended } from '../../../../../shared/verification/actions.ts'

const getCaseReport: Action<typeof caseDocumentRoutes.getCaseReport> = async request => {
  const opened = { caller: request.caller, id: request.params.id, nowMs: request.nowMs }
  const found = await getStaffCase(opened)
  const { verification } = found
  refuseUnended(verification)
  const reply =
    verification.product === 'employment'
      ? await employmentReportResponse(verification, request)
      : await addressReportResponse(verification, request)
  await noteOpening(found, opened, 'report')
  return reply
}

export const handler = serveWorkers(caseDocumentRoutes, { getCaseReport }, {}, workPorts, respondToBrowsers)
