import { docsRoutes } from '../../../../shared/http/contract/page-routes.ts'
import { docsFileOf, docsResponse } from '../../../../shared/http/site.ts'
import { serveWorkers } from '../../../../shared/http/work-api.ts'

export const handler = serveWorkers(docsRoutes, {
  getOperatorsGuide: async request => {
    const { page } = request.params
    const { headers, ...shown } = docsResponse(docsFileOf(page), request)
    return { ...shown, headers: { ...headers, 'cache-control': 'private, no-store' } }
  },
})
