import { docsRoutes } from '../../../shared/http/contract/page-routes.ts'
import { servePublic } from '../../../shared/http/serve.ts'
import { docsFileOf, docsResponse } from '../../../shared/http/site.ts'

export const handler = servePublic(docsRoutes, {
  getDocsPage: async request => docsResponse(docsFileOf(request.params.page), request),
})
