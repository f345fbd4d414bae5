import { filterReviewable, getTask, isReviewer } from '../../../../shared/work/assignment/access.ts'
import { recordKeyOf } from '../../../../shared/work/assignment/assignment.ts'
import { isBarredFrom } from '../../../../shared/work/assignment/back-check-store.ts'
import { otherCasesIn } from '../../../../shared/work/assignment/flags.ts'
import { findPlaceFacts } from '../../../../shared/work/assignment/place-note-store.ts'
import { listRecentOutcomes } from '../../../../shared/work/assignment/outcome-store.ts'
import { findEmployerCase } from '../../../../shared/employer/attestation/case.ts'
import { linkSeconds, photoUrls } from '../../../../shared/evidence/file-token.ts'
import type { Action } from '../../../../shared/http/action.ts'
import { Problem } from '../../../../shared/http/contract/problem.ts'
import { serveWorkers } from '../../../../shared/http/work-api.ts'
import { findApplicantWord } from '../../../../shared/link/applicant.ts'
import { buildAreaMap } from '../../../../shared/location/outline.ts'
import { noteReading } from '../../../../shared/trail/reading-store.ts'
import { toAgentAssignment, toReviewAssignment } from '../../../../shared/review/assignment-response.ts'
import { toProperty } from '../../../../shared/review/property.ts'
import { operationsRoutes } from '../../../../shared/review/routes.ts'

/** An agent cannot read another agent's work. */
const getAssignment: Action<typeof operationsRoutes.getAssignment> = async ({ caller, params, nowMs }) => {
  const task = await getTask(caller, params.id)
  const { assignment } = task
  const looked = { worker: caller.clientId, nowMs }
  const isOwn = assignment.agent === caller.clientId
  const mayClaim = assignment.status === 'open' && !(await isBarredFrom(assignment, caller.clientId))
  if (!isReviewer(caller) && !isOwn && !mayClaim)
    throw new Problem('not_found', 'There is no assignment with this id.')
  // Before the report a reviewer may still become its agent, and sees only what an agent sees.
  const isForReview = isReviewer(caller) && !isOwn && assignment.reportedAt !== undefined
  await noteReading(assignment, { what: 'viewed', by: caller.clientId }, nowMs)
  // The trail records every document and applicant photo that a worker opens.
  const ownUrls = await photoUrls(nowMs, linkSeconds.work, caller.clientId)
  const [says, property] = await Promise.all([
    findApplicantWord(recordKeyOf(assignment)),
    toProperty(task.verification, isForReview ? ownUrls : undefined),
  ])
  if (!isForReview) {
    const placeFacts =
      'street' in task.verification ? await findPlaceFacts(assignment, task.verification, nowMs) : []
    return { status: 200, body: toAgentAssignment(task, looked, { says, property, placeFacts }) }
  }
  const others = new Set(otherCasesIn(assignment.flags))
  const [urlOf, outcomes, visible, employerCase] = await Promise.all([
    photoUrls(nowMs, linkSeconds.answer),
    listRecentOutcomes(assignment),
    filterReviewable(caller, others),
    findEmployerCase(task, { nowMs, urlOf: ownUrls }),
  ])
  const areaMap = 'lgaId' in task.verification ? buildAreaMap(task.verification.lgaId) : null
  return {
    status: 200,
    body: toReviewAssignment(task, looked, {
      urlOf,
      outcomes,
      visible,
      employerCase,
      areaMap,
      says,
      property,
      placeFacts: [],
    }),
  }
}

export const handler = serveWorkers(operationsRoutes, { getAssignment })
