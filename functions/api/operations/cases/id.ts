import { openCaseFile } from '../../../../shared/case/file.ts'
import { caseRoutes } from '../../../../shared/case/routes.ts'
import type { Action } from '../../../../shared/http/action.ts'
import { serveWorkers } from '../../../../shared/http/work-api.ts'

const getCase: Action<typeof caseRoutes.getCase> = async ({ caller, params, nowMs }) => ({
  status: 200,
  body: await openCaseFile({ caller, id: params.id, nowMs }),
})

export const handler = serveWorkers(caseRoutes, { getCase })
