import { servePublic } from '../../../../../shared/aws/public-api.ts'
import { Problem } from '../../../../../shared/contract/problem.ts'
import { locationsRoutes } from '../../../../../shared/contract/routes/locations.ts'
import { lgas, stateById } from '../../../../../shared/domain/location.ts'
import type { Act } from '../../../../../shared/http/exchange.ts'

const listLgas: Act<'listLgas'> = async ({ params }) => {
  if (!stateById(params.stateId)) throw new Problem('not_found', 'There is no state with this id.')
  return {
    status: 200,
    headers: { 'cache-control': 'public, max-age=86400' },
    body: { data: lgas.filter(lga => lga.stateId === params.stateId) },
  }
}

export const handler = servePublic(locationsRoutes, { listLgas })
