import { servePublic } from '../../shared/aws/public-api.ts'
import { openApiDocument } from '../../shared/contract/openapi.ts'
import { serviceRoutes } from '../../shared/contract/routes/service.ts'
import type { Act } from '../../shared/http/exchange.ts'

const getOpenApi: Act<'getOpenApi'> = async () => ({
  status: 200,
  headers: { 'cache-control': 'public, max-age=300' },
  body: openApiDocument(),
})

export const handler = servePublic(serviceRoutes, { getOpenApi })
