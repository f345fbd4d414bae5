import { isReviewer, taskFor } from '../../../../shared/fieldwork/assignment-access.ts'
import { toCase, toVisit } from '../../../../shared/fieldwork/assignment-answer.ts'
import { operationsRoutes } from '../../../../shared/fieldwork/operations-routes.ts'
import { linkSeconds, photoUrls } from '../../../../shared/fieldwork/photo-url.ts'
import { serve } from '../../../../shared/http/api.ts'
import { Problem } from '../../../../shared/http/contract/problem.ts'
import type { Act } from '../../../../shared/http/exchange.ts'
import { writeWithTrail } from '../../../../shared/trail/store.ts'

/** Another agent's work is not an agent's to read. */
const getAssignment: Act<typeof operationsRoutes.getAssignment> = async ({ caller, params, nowMs }) => {
  const task = await taskFor(caller, params.id)
  const { assignment } = task
  const looked = { worker: caller.clientId, nowMs }
  const isOwn = assignment.agent === caller.clientId
  const isForReview = isReviewer(caller) && !isOwn
  if (!isForReview && !isOwn && assignment.way !== 'open')
    throw new Problem('not_found', 'There is no assignment with this id.')
  await writeWithTrail(assignment, new Date(nowMs).toISOString(), [{ what: 'viewed', by: caller.clientId }])
  const body = isForReview
    ? toCase(task, looked, await photoUrls(nowMs, linkSeconds.answer))
    : toVisit(task, looked)
  return { status: 200, body }
}

export const handler = serve(operationsRoutes, { getAssignment })
