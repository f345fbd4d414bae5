import { docsRoutes } from '../../../../shared/http/contract/page-routes.ts'
import { servePublic } from '../../../../shared/http/serve.ts'
import { assetResponse } from '../../../../shared/http/site.ts'

export const handler = servePublic(docsRoutes, {
  getDocsAsset: async ({ params }) => assetResponse(params.asset),
})
