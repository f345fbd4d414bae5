import type { Action } from '../../../../../shared/http/action.ts'
import { serveWorkers } from '../../../../../shared/http/work-api.ts'
import { handOver } from '../../../../../shared/case/hand-over.ts'
import { operationsRoutes } from '../../../../../shared/review/routes.ts'

const handOverAssignment: Action<typeof operationsRoutes.handOverAssignment> = async request => {
  const { caller, params, body, nowMs, id: noteId, isRepeat } = request
  return { status: 200, body: await handOver({ caller, id: params.id, body, nowMs, noteId, isRepeat }) }
}

export const handler = serveWorkers(operationsRoutes, { handOverAssignment })
