import { areaPageKeyPattern } from '../../../shared/work/assignment/kinds.ts'
import type { Action } from '../../../shared/http/action.ts'
import { decodeCursor, encodeCursor } from '../../../shared/http/cursor.ts'
import { serveWorkers } from '../../../shared/http/work-api.ts'
import { assignAll } from '../../../shared/work/assign.ts'
import { assignRoutes } from '../../../shared/work/assign-routes.ts'
import { proposeAll } from '../../../shared/review/propose.ts'

const assignWork: Action<typeof assignRoutes.assignWork> = async ({ caller, body, nowMs }) => ({
  status: 200,
  body: { data: await assignAll(body.assignees, { caller, nowMs }) },
})

const proposeAssignees: Action<typeof assignRoutes.proposeAssignees> = async ({ caller, query, nowMs }) => {
  const { lgaId, limit = 20 } = query
  const start = decodeCursor(query.cursor, areaPageKeyPattern)
  const { after, ...proposals } = await proposeAll({ caller, lgaId, nowMs, limit, after: start })
  return { status: 200, body: { ...proposals, nextCursor: encodeCursor(after) } }
}

export const handler = serveWorkers(assignRoutes, { assignWork, proposeAssignees })
