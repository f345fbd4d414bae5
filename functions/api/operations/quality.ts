import type { Action } from '../../../shared/http/action.ts'
import { serveWorkers } from '../../../shared/http/work-api.ts'
import { dayRoutes } from '../../../shared/work/day-routes.ts'
import { readOwnQuality } from '../../../shared/numbers/quality.ts'

const getOwnQuality: Action<typeof dayRoutes.getOwnQuality> = async ({ caller, nowMs }) => ({
  status: 200,
  body: await readOwnQuality(caller, nowMs),
})

export const handler = serveWorkers(dayRoutes, { getOwnQuality })
