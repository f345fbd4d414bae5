import type { Action } from '../../../../shared/http/action.ts'
import { apiPorts, serve } from '../../../../shared/http/api.ts'
import { respondToBrowsers } from '../../../../shared/http/problem-page.ts'
import { addressReportResponse } from '../../../../shared/report/address-report.ts'
import { reportRoutes } from '../../../../shared/report/routes.ts'
import { getEndedVerification } from '../../../../shared/verification/actions.ts'

const getAddressReport: Action<typeof reportRoutes.getAddressReport> = async request =>
  addressReportResponse(await getEndedVerification('address', request), request)

export const handler = serve(reportRoutes, { getAddressReport }, {}, apiPorts, respondToBrowsers)
