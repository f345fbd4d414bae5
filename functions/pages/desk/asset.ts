import type { Action } from '../../../shared/http/action.ts'
import { appRoutes } from '../../../shared/http/contract/page-routes.ts'
import { servePublic } from '../../../shared/http/serve.ts'
import { assetResponse } from '../../../shared/http/site.ts'

const getDeskAsset: Action<typeof appRoutes.getDeskAsset> = async ({ params }) => assetResponse(params.asset)

export const handler = servePublic(appRoutes, { getDeskAsset })
