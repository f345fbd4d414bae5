import { linkRoutes } from '../../../shared/link/routes.ts'
import { servePublic } from '../../../shared/http/serve.ts'
import { docsResponse } from '../../../shared/http/site.ts'

export const handler = servePublic(linkRoutes, {
  getPositionScript: async call => docsResponse('position.js', call),
})
