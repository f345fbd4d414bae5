import type { Action } from '../../shared/http/action.ts'
import { serve } from '../../shared/http/api.ts'
import { readRegistries } from '../../shared/identity/registry/health.ts'
import { identitiesRoutes } from '../../shared/identity/routes.ts'

const listRegistries: Action<typeof identitiesRoutes.listRegistries> = async ({ caller, nowMs }) => ({
  status: 200,
  body: { data: await readRegistries(caller.mode, nowMs), nextCursor: null },
})

export const handler = serve(identitiesRoutes, { listRegistries })
