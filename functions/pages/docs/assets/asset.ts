import type { Action } from '../../../../shared/http/action.ts'
import { docsRoutes } from '../../../../shared/http/contract/page-routes.ts'
import { servePublic } from '../../../../shared/http/serve.ts'
import { assetResponse } from '../../../../shared/http/site.ts'

const getDocsAsset: Action<typeof docsRoutes.getDocsAsset> = async ({ params }) => assetResponse(params.asset)

export const handler = servePublic(docsRoutes, { getDocsAsset })
