import type { Action } from '../../../shared/http/action.ts'
import { servePages } from '../../../shared/http/serve-pages.ts'
import { countCheck, findCheckedReport } from '../../../shared/report/check.ts'
import { checkPageResponse, unknownReportResponse } from '../../../shared/report/check-page.ts'
import { reportCheckRoutes } from '../../../shared/report/check-routes.ts'

const getReportCheck: Action<typeof reportCheckRoutes.getReportCheck> = async ({ params, seen, nowMs }) => {
  await countCheck(seen.address, nowMs)
  const checked = await findCheckedReport(params.code, nowMs)
  return checked ? checkPageResponse(checked) : unknownReportResponse()
}

export const handler = servePages(reportCheckRoutes, { getReportCheck })
