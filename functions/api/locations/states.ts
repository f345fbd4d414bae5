import type { Action } from '../../../shared/http/action.ts'
import { servePublic } from '../../../shared/http/serve.ts'
import { allStates } from '../../../shared/location/location.ts'
import { locationsRoutes } from '../../../shared/location/routes.ts'

const listStates: Action<typeof locationsRoutes.listStates> = async () => ({
  status: 200,
  headers: { 'cache-control': 'public, max-age=86400' },
  body: { data: allStates() },
})

export const handler = servePublic(locationsRoutes, { listStates })
