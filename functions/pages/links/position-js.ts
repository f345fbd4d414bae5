import { servePublic } from '../../../shared/http/serve.ts'
import { docsResponse } from '../../../shared/http/site.ts'
import { linkRoutes } from '../../../shared/link/routes.ts'

export const handler = servePublic(linkRoutes, {
  getPositionScript: async request => docsResponse('position.js', request),
})
