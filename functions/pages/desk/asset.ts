import { appRoutes } from '../../../shared/http/contract/app-routes.ts'
import type { Act } from '../../../shared/http/exchange.ts'
import { servePublic } from '../../../shared/http/serve.ts'
import { assetReply } from '../../../shared/http/site.ts'

const getDeskAsset: Act<typeof appRoutes.getDeskAsset> = async ({ params }) => assetReply(params.asset)

export const handler = servePublic(appRoutes, { getDeskAsset })
