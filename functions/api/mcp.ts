import { apiPorts, serveAuthenticated } from '../../shared/http/api.ts'
import { authenticate } from '../../shared/http/authenticate.ts'
import { answerMessage, respondWithRpcError } from '../../shared/mcp/answer.ts'
import { refuseForeignOrigin } from '../../shared/mcp/origin.ts'
import { mcpRoutes } from '../../shared/mcp/routes.ts'

export const handler = serveAuthenticated(
  [refuseForeignOrigin, authenticate(apiPorts)],
  mcpRoutes,
  { callMcp: answerMessage },
  {},
  apiPorts,
  respondWithRpcError,
)
