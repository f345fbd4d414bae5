import { serviceRoutes } from '../../shared/http/contract/service-routes.ts'
import type { Act } from '../../shared/http/exchange.ts'
import { servePublic } from '../../shared/http/serve.ts'
import { openApiDocument } from '../../shared/openapi.ts'

const getOpenApi: Act<typeof serviceRoutes.getOpenApi> = async () => ({
  status: 200,
  headers: { 'cache-control': 'public, max-age=300' },
  body: openApiDocument(),
})

export const handler = servePublic(serviceRoutes, { getOpenApi })
