import { serve } from '../../../../shared/http/api.ts'
import { encodeCursor, decodeCursor } from '../../../../shared/http/cursor.ts'
import type { Action } from '../../../../shared/http/action.ts'
import { attemptListPlace, listAttemptsTo } from '../../../../shared/webhook/delivery/attempt-store.ts'
import { endpointFor } from '../../../../shared/webhook/endpoint/caller-endpoint.ts'
import { webhooksRoutes } from '../../../../shared/webhook/routes.ts'

const listWebhookAttempts: Action<typeof webhooksRoutes.listWebhookAttempts> = async call => {
  const { caller, query, nowMs } = call
  const page = { limit: query.limit ?? 20, after: decodeCursor(query.cursor, attemptListPlace), nowMs }
  const { id } = await endpointFor(call)
  const { items, after } = await listAttemptsTo(caller, id, page)
  return { status: 200, body: { data: items, nextCursor: encodeCursor(after) } }
}

export const handler = serve(webhooksRoutes, { listWebhookAttempts })
