import { setting } from '../../shared/aws/environment.ts'
import type { Middleware } from '../../shared/http/action.ts'
import { apiPorts, serveAuthenticated } from '../../shared/http/api.ts'
import { authenticate } from '../../shared/http/authenticate.ts'
import { Problem } from '../../shared/http/contract/problem.ts'
import { requestOrigin } from '../../shared/http/cookie.ts'
import { answerMessage, respondWithRpcError } from '../../shared/mcp/answer.ts'
import { mcpRoutes } from '../../shared/mcp/routes.ts'

/**
 * Pages of this host alone; programs send no `Origin`. On a laptop the caller names the host, and a name of another site
 * may lead here (DNS rebinding), so only pages of this machine count.
 */
const refuseForeignOrigin: Middleware = {
  before: ({ event }) => {
    const { origin } = event.headers
    if (origin === undefined) return
    const isOwn =
      setting('STAGE') === 'local'
        ? /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin)
        : origin === requestOrigin(event)
    if (!isOwn) throw new Problem('foreign_origin', 'A page of another site may not use these tools.')
  },
}

export const handler = serveAuthenticated(
  [refuseForeignOrigin, authenticate(apiPorts)],
  mcpRoutes,
  { callMcp: answerMessage },
  {},
  apiPorts,
  respondWithRpcError,
)
