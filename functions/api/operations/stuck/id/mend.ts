import type { Action } from '../../../../../shared/http/action.ts'
import { serveWorkers } from '../../../../../shared/http/work-api.ts'
import { repairStuck } from '../../../../../shared/overview/repair.ts'
import { overviewRoutes } from '../../../../../shared/overview/routes.ts'

const mendStuck: Action<typeof overviewRoutes.mendStuck> = async ({ caller, params, body, nowMs }) => {
  const asked = { id: params.id, action: body.action }
  await repairStuck(caller, asked, nowMs)
  return { status: 200, body: asked }
}

export const handler = serveWorkers(overviewRoutes, { mendStuck })
