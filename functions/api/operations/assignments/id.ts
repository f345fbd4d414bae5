import { getTask, isReviewer } from '../../../../shared/assignment/access.ts'
import { isBackCheckOf } from '../../../../shared/assignment/assignment.ts'
import { listRecentOutcomes } from '../../../../shared/assignment/report-store.ts'
import { findEmployerCase } from '../../../../shared/employer/attestation/case.ts'
import { linkSeconds, photoUrls } from '../../../../shared/evidence/file-token.ts'
import type { Action } from '../../../../shared/http/action.ts'
import { serveWorkers } from '../../../../shared/http/work-api.ts'
import { Problem } from '../../../../shared/http/contract/problem.ts'
import { findApplicantStatement } from '../../../../shared/link/applicant.ts'
import { writeWithTrail } from '../../../../shared/trail/store.ts'
import { toAgentAssignment, toReviewAssignment } from '../../../../shared/work/assignment-response.ts'
import { toProperty } from '../../../../shared/work/property.ts'
import { operationsRoutes } from '../../../../shared/work/routes.ts'

/** An agent cannot read another agent's work. */
const getAssignment: Action<typeof operationsRoutes.getAssignment> = async ({ caller, params, nowMs }) => {
  const task = await getTask(caller, params.id)
  const { assignment } = task
  const looked = { worker: caller.clientId, nowMs }
  const isOwn = assignment.agent === caller.clientId
  const isForReview = isReviewer(caller) && !isOwn
  const mayClaim = assignment.status === 'open' && !isBackCheckOf(assignment, caller.clientId)
  if (!isForReview && !isOwn && !mayClaim)
    throw new Problem('not_found', 'There is no assignment with this id.')
  await writeWithTrail(assignment, new Date(nowMs).toISOString(), [{ what: 'viewed', by: caller.clientId }])
  // The trail records every document and applicant photo that a worker opens.
  const ownUrls = await photoUrls(nowMs, linkSeconds.work, caller.clientId)
  const [says, property] = await Promise.all([
    findApplicantStatement(assignment),
    toProperty(task.verification, { urlOf: ownUrls, withThumbnails: !isForReview }),
  ])
  if (!isForReview) return { status: 200, body: toAgentAssignment(task, looked, { says, property }) }
  const [urlOf, outcomes, employerCase] = await Promise.all([
    photoUrls(nowMs, linkSeconds.answer),
    listRecentOutcomes(assignment),
    findEmployerCase(task, { nowMs, urlOf: ownUrls }),
  ])
  return {
    status: 200,
    body: toReviewAssignment(task, looked, { urlOf, outcomes, employerCase, says, property }),
  }
}

export const handler = serveWorkers(operationsRoutes, { getAssignment })
