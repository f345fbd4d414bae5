import { docsRoutes } from '../../../../shared/http/contract/docs-routes.ts'
import type { Act } from '../../../../shared/http/exchange.ts'
import { servePublic } from '../../../../shared/http/serve.ts'
import { assetReply } from '../../../../shared/http/site.ts'

const getDocsAsset: Act<typeof docsRoutes.getDocsAsset> = async ({ params }) => assetReply(params.asset)

export const handler = servePublic(docsRoutes, { getDocsAsset })
