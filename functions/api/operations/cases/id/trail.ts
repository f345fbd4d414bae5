import { getStaffCase } from '../../../../../shared/case/access.ts'
import { caseRoutes } from '../../../../../shared/case/routes.ts'
import type { Action } from '../../../../../shared/http/action.ts'
import { serveWorkers } from '../../../../../shared/http/work-api.ts'
import { readNotedPage, trailPlaceIn } from '../../../../../shared/trail/read-page.ts'
import { verificationKeyOf } from '../../../../../shared/verification/verification.ts'

const getCaseTrail: Action<typeof caseRoutes.getCaseTrail> = async ({ caller, params, query, nowMs }) => {
  const after = trailPlaceIn(query.cursor)
  const { verification } = await getStaffCase({ caller, id: params.id, nowMs })
  const body = await readNotedPage(verificationKeyOf(verification), { by: caller.clientId, after, nowMs })
  return { status: 200, body }
}

export const handler = serveWorkers(caseRoutes, { getCaseTrail })
