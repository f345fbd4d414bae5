import { getReviewableAssignment, isAgent } from '../../../../../shared/assignment/access.ts'
import type { Action } from '../../../../../shared/http/action.ts'
import { Problem } from '../../../../../shared/http/contract/problem.ts'
import { decodeCursor, encodeCursor } from '../../../../../shared/http/cursor.ts'
import { serveWorkers } from '../../../../../shared/http/work-api.ts'
import { toCheckedPage } from '../../../../../shared/trail/check.ts'
import { trailPlacePattern } from '../../../../../shared/trail/contract.ts'
import { readTrailPage } from '../../../../../shared/trail/page-store.ts'
import { noteReading } from '../../../../../shared/trail/reading-store.ts'
import { operationsRoutes } from '../../../../../shared/work/routes.ts'

/** The entries include this reading, once an hour. Before the report a reviewer may still become its agent. */
const getAssignmentTrail: Action<typeof operationsRoutes.getAssignmentTrail> = async ({
  caller,
  params,
  query,
  nowMs,
}) => {
  const after = Number(decodeCursor(query.cursor, trailPlacePattern) ?? 0)
  const assignment = await getReviewableAssignment(caller, params.id)
  if (isAgent(caller) && !assignment.reportedAt)
    throw new Problem('not_reported', 'No report yet: an agent has claimed it, or none has.')
  const viewed = { what: 'viewed', by: caller.clientId, facts: { part: 'trail' } } as const
  await noteReading(assignment, viewed, nowMs)
  const page = await readTrailPage(assignment, nowMs, after)
  const body = { ...toCheckedPage(assignment, page), nextCursor: encodeCursor(page.next) }
  return { status: 200, body }
}

export const handler = serveWorkers(operationsRoutes, { getAssignmentTrail })
