import type { Action } from '../../shared/http/action.ts'
import { serve } from '../../shared/http/api.ts'
import { decodeCursor, encodeCursor } from '../../shared/http/cursor.ts'
import { requestPageKeyPattern } from '../../shared/http/kinds.ts'
import { listRequests as listKept } from '../../shared/http/request-log-store.ts'
import { portalRoutes } from '../../shared/portal/routes.ts'

const listRequests: Action<typeof portalRoutes.listRequests> = async ({ caller, query, nowMs }) => {
  const start = decodeCursor(query.cursor, requestPageKeyPattern)
  const page = { limit: query.limit ?? 20, after: start, isFailed: query.failed === 'true', nowMs }
  const { items, after } = await listKept(caller, page)
  return { status: 200, body: { data: items, nextCursor: encodeCursor(after) } }
}

export const handler = serve(portalRoutes, { listRequests })
