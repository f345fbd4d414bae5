import type { Action } from '../../../shared/http/action.ts'
import { serveWorkers } from '../../../shared/http/work-api.ts'
import { caseSearchRule, searchCases as search } from '../../../shared/case/search/search.ts'
import { caseSearchRoutes } from '../../../shared/case/search/routes.ts'

const searchCases: Action<typeof caseSearchRoutes.searchCases> = async ({ caller, body, nowMs, id }) => ({
  status: 200,
  body: await search({ caller, requestId: id, body, nowMs }),
})

export const handler = serveWorkers(caseSearchRoutes, { searchCases }, { searchCases: caseSearchRule })
