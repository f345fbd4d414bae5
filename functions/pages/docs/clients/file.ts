import { docsRoutes } from '../../../../shared/http/contract/page-routes.ts'
import { servePublic } from '../../../../shared/http/serve.ts'
import { archiveResponse } from '../../../../shared/http/site.ts'

export const handler = servePublic(docsRoutes, {
  getDocsClient: async ({ params }) => archiveResponse(params.file),
})
