import type { Action } from '../../shared/http/action.ts'
import { serviceRoutes } from '../../shared/http/contract/service-routes.ts'
import { servePublic } from '../../shared/http/serve.ts'
import { compressedResponse } from '../../shared/http/site.ts'

const getOpenApi: Action<typeof serviceRoutes.getOpenApi> = async request =>
  compressedResponse('openapi.json', request)

export const handler = servePublic(serviceRoutes, { getOpenApi })
