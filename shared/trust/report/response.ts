import type { ActionRequest } from '../../http/action.ts'
import { readSiteFile } from '../../http/site.ts'
import type { ReportDocument } from './document.ts'
import { renderReportPage } from './page.ts'

/** The style lies beside the code and stands in each report: a report is one request. */
const styleFile = 'report.css'

/** The reply that shows a report with its receipt, a compact JWS. */
export const reportResponse = (
  document: ReportDocument,
  receipt: string,
  { origin, nowMs }: Pick<ActionRequest, 'origin' | 'nowMs'>,
) => {
  const around = { style: readSiteFile(styleFile), origin, madeAt: new Date(nowMs).toISOString(), receipt }
  return { status: 200, ...renderReportPage(document, around) } as const
}
