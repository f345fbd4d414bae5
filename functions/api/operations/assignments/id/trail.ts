import { getReviewableAssignment, refusePossibleAgent } from '../../../../../shared/work/assignment/access.ts'
import type { Action } from '../../../../../shared/http/action.ts'
import { serveWorkers } from '../../../../../shared/http/work-api.ts'
import { readNotedPage, trailPlaceIn } from '../../../../../shared/trail/read-page.ts'
import { operationsRoutes } from '../../../../../shared/review/routes.ts'

const getAssignmentTrail: Action<typeof operationsRoutes.getAssignmentTrail> = async ({
  caller,
  params,
  query,
  nowMs,
}) => {
  const after = trailPlaceIn(query.cursor)
  const assignment = await getReviewableAssignment(caller, params.id)
  refusePossibleAgent(assignment, caller)
  return { status: 200, body: await readNotedPage(assignment, { by: caller.clientId, after, nowMs }) }
}

export const handler = serveWorkers(operationsRoutes, { getAssignmentTrail })
