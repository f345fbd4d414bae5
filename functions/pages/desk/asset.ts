import { appRoutes } from '../../../shared/http/contract/page-routes.ts'
import { servePages } from '../../../shared/http/serve-pages.ts'
import { assetResponse } from '../../../shared/http/site.ts'

export const handler = servePages(appRoutes, {
  getDeskAsset: async ({ params }) => assetResponse(params.asset),
})
