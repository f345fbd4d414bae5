import type { Action } from '../../../../shared/http/action.ts'
import { docsRoutes } from '../../../../shared/http/contract/page-routes.ts'
import { docsFileOf, docsResponse } from '../../../../shared/http/site.ts'
import { respondToBrowsers } from '../../../../shared/http/problem-page.ts'
import { serveWorkers, workPorts } from '../../../../shared/http/work-api.ts'

const getOperatorsGuide: Action<typeof docsRoutes.getOperatorsGuide> = async request => {
  const { page } = request.params
  const { headers, ...shown } = docsResponse(docsFileOf(page), request)
  return { ...shown, headers: { ...headers, 'cache-control': 'private, no-store' } }
}

export const handler = serveWorkers(docsRoutes, { getOperatorsGuide }, {}, workPorts, respondToBrowsers)
