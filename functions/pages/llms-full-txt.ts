import { docsRoutes } from '../../shared/http/contract/page-routes.ts'
import { servePublic } from '../../shared/http/serve.ts'
import { docsResponse } from '../../shared/http/site.ts'

export const handler = servePublic(docsRoutes, {
  getLlmsFull: async request => docsResponse('llms-full.txt', request),
})
