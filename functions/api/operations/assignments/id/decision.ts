import { parseAssignmentId } from '../../../../../shared/work/assignment/assignment.ts'
import { decideDispute } from '../../../../../shared/dispute/conclude.ts'
import type { Action } from '../../../../../shared/http/action.ts'
import { serveWorkers } from '../../../../../shared/http/work-api.ts'
import { decideReport } from '../../../../../shared/review/review.ts'
import { operationsRoutes } from '../../../../../shared/review/routes.ts'

const decideAssignment: Action<typeof operationsRoutes.decideAssignment> = ({
  caller,
  params,
  body,
  nowMs,
}) => {
  const { dispute } = parseAssignmentId(params.id, caller.mode)
  return (dispute ? decideDispute : decideReport)({ caller, id: params.id, body, nowMs })
}

export const handler = serveWorkers(operationsRoutes, { decideAssignment })
