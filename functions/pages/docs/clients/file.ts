import { docsRoutes } from '../../../../shared/http/contract/page-routes.ts'
import { servePages } from '../../../../shared/http/serve-pages.ts'
import { archiveResponse } from '../../../../shared/http/site.ts'

export const handler = servePages(docsRoutes, {
  getDocsClient: async ({ params }) => archiveResponse(params.file),
})
