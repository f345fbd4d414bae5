import type { Action } from '../../../../shared/http/action.ts'
import { serve } from '../../../../shared/http/api.ts'
import { decodeCursor, encodeCursor } from '../../../../shared/http/cursor.ts'
import { attemptPageKeyPattern } from '../../../../shared/webhook/delivery/attempt-kinds.ts'
import { listEndpointAttempts } from '../../../../shared/webhook/delivery/attempt-store.ts'
import { getCallerEndpoint } from '../../../../shared/webhook/endpoint/caller-endpoint.ts'
import { webhooksRoutes } from '../../../../shared/webhook/routes.ts'

const listWebhookAttempts: Action<typeof webhooksRoutes.listWebhookAttempts> = async request => {
  const { caller, query, nowMs } = request
  const page = { limit: query.limit ?? 20, after: decodeCursor(query.cursor, attemptPageKeyPattern), nowMs }
  const { id } = await getCallerEndpoint(request)
  const { items, after } = await listEndpointAttempts(caller, id, page)
  return { status: 200, body: { data: items, nextCursor: encodeCursor(after) } }
}

export const handler = serve(webhooksRoutes, { listWebhookAttempts })
