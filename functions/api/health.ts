import { setting } from '../../shared/aws/environment.ts'
import { servePublic } from '../../shared/aws/public-api.ts'
import { serviceRoutes } from '../../shared/contract/routes/service.ts'
import type { Act } from '../../shared/http/exchange.ts'

const getHealth: Act<'getHealth'> = async () => ({
  status: 200,
  body: { status: 'ok', stage: setting('STAGE') },
})

export const handler = servePublic(serviceRoutes, { getHealth })
