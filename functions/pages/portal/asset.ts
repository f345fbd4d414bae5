import { appRoutes } from '../../../shared/http/contract/page-routes.ts'
import { servePublic } from '../../../shared/http/serve.ts'
import { assetResponse } from '../../../shared/http/site.ts'

export const handler = servePublic(appRoutes, {
  getPortalAsset: async ({ params }) => assetResponse(params.asset),
})
