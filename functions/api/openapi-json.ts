import { serviceRoutes } from '../../shared/http/contract/service-routes.ts'
import type { Action } from '../../shared/http/action.ts'
import { servePublic } from '../../shared/http/serve.ts'
import { openApiDocument } from '../../shared/openapi.ts'

const dayMs = 86_400_000

const getOpenApi: Action<typeof serviceRoutes.getOpenApi> = async ({ nowMs }) => ({
  status: 200,
  headers: { 'cache-control': 'public, max-age=300' },
  body: openApiDocument(new Date(nowMs - dayMs).toISOString().slice(0, 10)),
})

export const handler = servePublic(serviceRoutes, { getOpenApi })
