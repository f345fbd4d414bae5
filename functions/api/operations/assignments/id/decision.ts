import { parseAssignmentId } from '../../../../../shared/fieldwork/assignment.ts'
import { decideDispute } from '../../../../../shared/fieldwork/dispute/conclude.ts'
import { operationsRoutes } from '../../../../../shared/fieldwork/operations-routes.ts'
import { decideReport } from '../../../../../shared/fieldwork/review.ts'
import type { Action } from '../../../../../shared/http/action.ts'
import { serveWorkers } from '../../../../../shared/http/work-api.ts'

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
