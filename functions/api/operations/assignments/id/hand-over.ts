import type { Action } from '../../../../../shared/http/action.ts'
import { serveWorkers } from '../../../../../shared/http/work-api.ts'
import { handOver } from '../../../../../shared/work/hand-over.ts'
import { operationsRoutes } from '../../../../../shared/work/routes.ts'

const handOverAssignment: Action<typeof operationsRoutes.handOverAssignment> = async request => {
  const { caller, params, body, nowMs, id: noteId, isRepeat } = request
  return { status: 200, body: await handOver({ caller, id: params.id, body, nowMs, noteId, isRepeat }) }
}

export const handler = serveWorkers(operationsRoutes, { handOverAssignment })
