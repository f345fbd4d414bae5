import { lastOutcomes } from '../../../../shared/fieldwork/agent-record-store.ts'
import { isSecondLookAt } from '../../../../shared/fieldwork/assignment.ts'
import { isReviewer, taskFor } from '../../../../shared/fieldwork/assignment-access.ts'
import { toCase, toVisit } from '../../../../shared/fieldwork/assignment-answer.ts'
import { findEmployerCase } from '../../../../shared/fieldwork/attestation/case.ts'
import { applicantSaysOf } from '../../../../shared/fieldwork/link/applicant.ts'
import { operationsRoutes } from '../../../../shared/fieldwork/operations-routes.ts'
import { linkSeconds, photoUrls } from '../../../../shared/fieldwork/photo-url.ts'
import { Problem } from '../../../../shared/http/contract/problem.ts'
import type { Act } from '../../../../shared/http/exchange.ts'
import { serveWorkers } from '../../../../shared/http/work-api.ts'
import { writeWithTrail } from '../../../../shared/trail/store.ts'

/** Another agent's work is not an agent's to read. */
const getAssignment: Act<typeof operationsRoutes.getAssignment> = async ({ caller, params, nowMs }) => {
  const task = await taskFor(caller, params.id)
  const { assignment } = task
  const looked = { worker: caller.clientId, nowMs }
  const isOwn = assignment.agent === caller.clientId
  const isForReview = isReviewer(caller) && !isOwn
  const mayClaim = assignment.way === 'open' && !isSecondLookAt(assignment, caller.clientId)
  if (!isForReview && !isOwn && !mayClaim)
    throw new Problem('not_found', 'There is no assignment with this id.')
  await writeWithTrail(assignment, new Date(nowMs).toISOString(), [{ what: 'viewed', by: caller.clientId }])
  if (!isForReview) return { status: 200, body: toVisit(task, looked, await applicantSaysOf(assignment)) }
  // Whoever works here leaves a trace with every document they open.
  const documentUrls = await photoUrls(nowMs, linkSeconds.work, caller.clientId)
  const [urlOf, outcomes, employerCase, says] = await Promise.all([
    photoUrls(nowMs, linkSeconds.answer),
    lastOutcomes(assignment),
    findEmployerCase(task, { nowMs, urlOf: documentUrls }),
    applicantSaysOf(assignment),
  ])
  return { status: 200, body: toCase(task, looked, { urlOf, outcomes, employerCase, says }) }
}

export const handler = serveWorkers(operationsRoutes, { getAssignment })
