import { setting } from '../../shared/aws/environment.ts'
import type { Action } from '../../shared/http/action.ts'
import { serviceRoutes } from '../../shared/http/contract/service-routes.ts'
import { servePublic } from '../../shared/http/serve.ts'

const getHealth: Action<typeof serviceRoutes.getHealth> = async () => ({
  status: 200,
  body: { status: 'ok', stage: setting('STAGE'), version: setting('VERSION') },
})

export const handler = servePublic(serviceRoutes, { getHealth })
