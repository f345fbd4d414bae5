import type { Act } from '../../../shared/http/exchange.ts'
import { serveWorkers } from '../../../shared/http/work-api.ts'
import { readOverview } from '../../../shared/overview/overview.ts'
import { overviewRoutes } from '../../../shared/overview/routes.ts'

const getOverview: Act<typeof overviewRoutes.getOverview> = async ({ caller, nowMs }) => ({
  status: 200,
  body: await readOverview(caller.mode, nowMs),
})

export const handler = serveWorkers(overviewRoutes, { getOverview })
