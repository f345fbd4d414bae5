import { docsRoutes } from '../../../shared/http/contract/page-routes.ts'
import { servePages } from '../../../shared/http/serve-pages.ts'
import { docsFileOf, docsResponse } from '../../../shared/http/site.ts'

export const handler = servePages(docsRoutes, {
  getDocsPage: async request => docsResponse(docsFileOf(request.params.page), request),
})
