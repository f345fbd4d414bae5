import { linkRoutes } from '../../../shared/link/routes.ts'
import type { Action } from '../../../shared/http/action.ts'
import { servePublic } from '../../../shared/http/serve.ts'
import { docsResponse } from '../../../shared/http/site.ts'

const getPositionScript: Action<typeof linkRoutes.getPositionScript> = async call =>
  docsResponse('position.js', call)

export const handler = servePublic(linkRoutes, { getPositionScript })
