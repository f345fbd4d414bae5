import type { Action } from '../../../../../shared/http/action.ts'
import { serveWorkers } from '../../../../../shared/http/work-api.ts'
import { claimWork, releaseWork } from '../../../../../shared/work/claim.ts'
import { operationsRoutes } from '../../../../../shared/review/routes.ts'

const claimAssignment: Action<typeof operationsRoutes.claimAssignment> = async ({
  caller,
  params,
  body,
  nowMs,
}) => ({
  status: 200,
  body: await claimWork({ caller, id: params.id, position: body.position, nowMs }),
})

const releaseAssignment: Action<typeof operationsRoutes.releaseAssignment> = async request => {
  const { caller, params, query, nowMs } = request
  await releaseWork({ caller, id: params.id, nowMs, reason: query.reason })
  return { status: 204 }
}

export const handler = serveWorkers(operationsRoutes, { claimAssignment, releaseAssignment })
