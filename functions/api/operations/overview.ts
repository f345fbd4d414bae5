import type { Action } from '../../../shared/http/action.ts'
import { serveWorkers } from '../../../shared/http/work-api.ts'
import { readOverview } from '../../../shared/overview/overview.ts'
import { overviewRoutes } from '../../../shared/overview/routes.ts'

const getOverview: Action<typeof overviewRoutes.getOverview> = async ({ caller, nowMs }) => ({
  status: 200,
  body: await readOverview(caller.mode, nowMs),
})

export const handler = serveWorkers(overviewRoutes, { getOverview })
