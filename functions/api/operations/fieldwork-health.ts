import { readFieldworkHealth } from '../../../shared/fieldwork/health.ts'
import { fieldworkRoutes } from '../../../shared/fieldwork/routes.ts'
import type { Action } from '../../../shared/http/action.ts'
import { serveWorkers } from '../../../shared/http/work-api.ts'

const getFieldworkHealth: Action<typeof fieldworkRoutes.getFieldworkHealth> = async ({ caller, query }) => ({
  status: 200,
  body: await readFieldworkHealth(caller.mode, query.stateId),
})

export const handler = serveWorkers(fieldworkRoutes, { getFieldworkHealth })
