import { docsRoutes } from '../../../../shared/http/contract/page-routes.ts'
import { servePages } from '../../../../shared/http/serve-pages.ts'
import { assetResponse } from '../../../../shared/http/site.ts'

export const handler = servePages(docsRoutes, {
  getDocsAsset: async ({ params }) => assetResponse(params.asset),
})
