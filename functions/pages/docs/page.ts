import { docsRoutes } from '../../../shared/http/contract/docs-routes.ts'
import type { Act } from '../../../shared/http/exchange.ts'
import { servePublic } from '../../../shared/http/serve.ts'
import { documentReply } from '../../../shared/http/site.ts'

const getDocsPage: Act<typeof docsRoutes.getDocsPage> = async call => {
  const { page } = call.params
  return documentReply(/\.(md|mjs)$/.test(page) ? page : `${page}.html`, call)
}

export const handler = servePublic(docsRoutes, { getDocsPage })
