import { servePublic } from '../../../shared/aws/public-api.ts'
import { locationsRoutes } from '../../../shared/contract/routes/locations.ts'
import { states } from '../../../shared/domain/location.ts'
import type { Act } from '../../../shared/http/exchange.ts'

const listStates: Act<'listStates'> = async () => ({
  status: 200,
  headers: { 'cache-control': 'public, max-age=86400' },
  body: { data: states },
})

export const handler = servePublic(locationsRoutes, { listStates })
