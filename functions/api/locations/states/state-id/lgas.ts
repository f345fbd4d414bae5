import type { Action } from '../../../../../shared/http/action.ts'
import { Problem } from '../../../../../shared/http/contract/problem.ts'
import { servePublic } from '../../../../../shared/http/serve.ts'
import { lgasOf, stateById } from '../../../../../shared/location/location.ts'
import { locationsRoutes } from '../../../../../shared/location/routes.ts'

const listLgas: Action<typeof locationsRoutes.listLgas> = async ({ params }) => {
  const state = stateById(params.stateId)
  if (!state) throw new Problem('not_found', 'There is no state with this id.')
  return {
    status: 200,
    headers: { 'cache-control': 'public, max-age=86400' },
    body: { data: lgasOf(state) },
  }
}

export const handler = servePublic(locationsRoutes, { listLgas })
