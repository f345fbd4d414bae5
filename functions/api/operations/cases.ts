import type { Action } from '../../../shared/http/action.ts'
import { serveWorkers } from '../../../shared/http/work-api.ts'
import { listOpenCases as list } from '../../../shared/overview/open-cases.ts'
import { overviewRoutes } from '../../../shared/overview/routes.ts'

const listOpenCases: Action<typeof overviewRoutes.listOpenCases> = async ({ caller, query, nowMs }) => ({
  status: 200,
  body: await list(caller.mode, query, nowMs),
})

export const handler = serveWorkers(overviewRoutes, { listOpenCases })
