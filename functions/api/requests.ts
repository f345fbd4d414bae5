import { serve } from '../../shared/http/api.ts'
import { cursorOf, placeOf } from '../../shared/http/cursor.ts'
import type { Act } from '../../shared/http/exchange.ts'
import { listRequests as listKept, requestListPlace } from '../../shared/http/request-store.ts'
import { portalRoutes } from '../../shared/portal/routes.ts'

const listRequests: Act<typeof portalRoutes.listRequests> = async ({ caller, query, nowMs }) => {
  const start = placeOf(query.cursor, requestListPlace)
  const page = { limit: query.limit ?? 20, after: start, isFailed: query.failed === 'true', nowMs }
  const { items, after } = await listKept(caller, page)
  return { status: 200, body: { data: items, nextCursor: cursorOf(after) } }
}

export const handler = serve(portalRoutes, { listRequests })
