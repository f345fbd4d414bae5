import { getStaffCase, noteOpening } from '../../../../../shared/case/access.ts'
import { caseDocumentRoutes } from '../../../../../shared/report/case-routes.ts'
import type { Action } from '../../../../../shared/http/action.ts'
import { serveWorkers } from '../../../../../shared/http/work-api.ts'
import { replyWithReceipt } from '../../../../../shared/receipt/actions.ts'
import { refuseUnended } from '../../../../../shared/verification/actions.ts'

const getCaseReceipt: Action<typeof caseDocumentRoutes.getCaseReceipt> = async request => {
  const opened = { caller: request.caller, id: request.params.id, nowMs: request.nowMs }
  const found = await getStaffCase(opened)
  refuseUnended(found.verification)
  const reply = await replyWithReceipt(found.verification, request)
  await noteOpening(found, opened, 'receipt')
  return reply
}

export const handler = serveWorkers(caseDocumentRoutes, { getCaseReceipt })
