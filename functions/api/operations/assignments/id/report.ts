import { disputeContradiction } from '../../../../../shared/dispute/contradiction.ts'
import { employerReportRule } from '../../../../../shared/employer/attestation/rule.ts'
import type { Action } from '../../../../../shared/http/action.ts'
import { serveWorkers } from '../../../../../shared/http/work-api.ts'
import { submitReport } from '../../../../../shared/review/file-report.ts'
import { operationsRoutes } from '../../../../../shared/review/routes.ts'

const fileReport: Action<typeof operationsRoutes.fileReport> = async ({ caller, params, body, nowMs }) => ({
  status: 200,
  body: await submitReport({ caller, id: params.id, body, nowMs }, disputeContradiction(nowMs)),
})

export const handler = serveWorkers(operationsRoutes, { fileReport }, { fileReport: employerReportRule })
