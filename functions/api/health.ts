import { setting } from '../../shared/aws/environment.ts'
import { serviceRoutes } from '../../shared/http/contract/service-routes.ts'
import type { Act } from '../../shared/http/exchange.ts'
import { servePublic } from '../../shared/http/serve.ts'

const getHealth: Act<typeof serviceRoutes.getHealth> = async () => ({
  status: 200,
  body: { status: 'ok', stage: setting('STAGE') },
})

export const handler = servePublic(serviceRoutes, { getHealth })
