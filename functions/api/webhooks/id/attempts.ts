import { serve } from '../../../../shared/aws/api.ts'
import { database } from '../../../../shared/aws/database.ts'
import { webhooksRoutes } from '../../../../shared/contract/routes/webhooks.ts'
import { cursorOf, placeOf } from '../../../../shared/http/cursor.ts'
import type { Act } from '../../../../shared/http/exchange.ts'
import { endpointFor } from '../../../../shared/operations/endpoints.ts'
import { listAttemptsTo } from '../../../../shared/table/event-attempt.ts'

/** Where a page ended: the time, event and number of its last attempt. */
const place = /^[\d:.TZ-]{24}#evt_[a-z0-9_]{1,80}#\d{1,6}$/

const listWebhookAttempts: Act<'listWebhookAttempts'> = async call => {
  const { caller, query, nowMs } = call
  const page = { limit: query.limit ?? 20, after: placeOf(query.cursor, place), nowMs }
  const { id } = await endpointFor(call)
  const { items, after } = await listAttemptsTo(database, caller, id, page)
  return { status: 200, body: { data: items, nextCursor: cursorOf(after) } }
}

export const handler = serve(webhooksRoutes, { listWebhookAttempts })
