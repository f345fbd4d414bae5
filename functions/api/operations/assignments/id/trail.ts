import { getReviewableAssignment } from '../../../../../shared/assignment/access.ts'
import type { Action } from '../../../../../shared/http/action.ts'
import { serveWorkers } from '../../../../../shared/http/work-api.ts'
import { toCheckedTrail } from '../../../../../shared/trail/check.ts'
import { readTrail, writeWithTrail } from '../../../../../shared/trail/store.ts'
import { operationsRoutes } from '../../../../../shared/work/routes.ts'

/** The last entry of the response is this reading. */
const getAssignmentTrail: Action<typeof operationsRoutes.getAssignmentTrail> = async ({
  caller,
  params,
  nowMs,
}) => {
  const assignment = await getReviewableAssignment(caller, params.id)
  const viewed = { what: 'viewed', by: caller.clientId, facts: { part: 'trail' } } as const
  await writeWithTrail(assignment, new Date(nowMs).toISOString(), [viewed])
  return { status: 200, body: toCheckedTrail(assignment, await readTrail(assignment, nowMs)) }
}

export const handler = serveWorkers(operationsRoutes, { getAssignmentTrail })
