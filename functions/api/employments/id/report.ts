import type { Action } from '../../../../shared/http/action.ts'
import { apiPorts, serve } from '../../../../shared/http/api.ts'
import { respondToBrowsers } from '../../../../shared/http/problem-page.ts'
import { employmentReportResponse } from '../../../../shared/report/employment-report.ts'
import { reportRoutes } from '../../../../shared/report/routes.ts'
import { getEndedVerification } from '../../../../shared/verification/actions.ts'

const getEmploymentReport: Action<typeof reportRoutes.getEmploymentReport> = async request =>
  employmentReportResponse(await getEndedVerification('employment', request), request)

export const handler = serve(reportRoutes, { getEmploymentReport }, {}, apiPorts, respondToBrowsers)
