import type { Caller } from '../account/caller.ts'
import { count } from '../aws/metric.ts'
import { invalidRequest, Problem } from '../http/contract/problem.ts'
import { heldTask } from './assignment-access.ts'
import type { Task } from './assignment-list-store.ts'
import { fileBackCheck } from './back-check-store.ts'
import { freePlace } from './claim-store.ts'
import type { FileReport } from './contract/report.ts'
import { shownPhotos } from './evidence/photo.ts'
import { findPhotos } from './evidence/photo-store.ts'
import { outcomeOfFindings } from './findings.ts'
import { type Filing, fileReport } from './report-store.ts'
import { addressReportOf } from './visit-report.ts'

interface Reporting {
  readonly caller: Caller
  readonly id: string
  readonly body: FileReport
  readonly nowMs: number
}

const needsVisit = invalidRequest([
  { pointer: '/visit', code: 'required', detail: 'Expected the report of a visit.' },
])

/** The filing of what was ordered. @throws Problem invalid_request for a report of something else */
const filingOf = async (
  { assignment, verification }: Task,
  { caller, body, nowMs }: Reporting,
): Promise<Filing> => {
  const submittedAt = new Date(nowMs).toISOString()
  if (verification.product === 'employment' || !body.visit) throw needsVisit
  const photos = shownPhotos(await findPhotos(assignment, nowMs))
  const report = addressReportOf(body.visit, verification, { submittedAt, photos })
  return { by: caller.clientId, report, findings: body.visit.findings }
}

const lookedAgain = new Problem('unavailable', 'Something else happened to it at this moment. Look again.')

/** What a second agent found, beside what the first one's visit was decided as. */
const reportSecondLook = async (
  { caller, id, body, nowMs }: Reporting,
  { assignment, verification }: Task,
) => {
  if (!body.visit) throw needsVisit
  const { findings } = body.visit
  const found = outcomeOfFindings(findings)
  const at = new Date(nowMs).toISOString()
  const agrees = found === verification.outcome
  const look = { by: caller.clientId, at, findings, found, agrees }
  if (!(await fileBackCheck(assignment, look))) {
    await heldTask(caller, id)
    throw lookedAgain
  }
  count(verification.product, { BackChecked: 1, Disagreed: agrees ? 0 : 1 })
  await freePlace(assignment, caller.clientId)
  return { id, way: 'reported', submittedAt: at } as const
}

/**
 * Files an agent's report.
 * @throws Problem not_found, already_decided, already_reported, lease_lost, invalid_request
 */
export const report = async (reporting: Reporting) => {
  const { caller, id } = reporting
  const task = await heldTask(caller, id)
  if (task.assignment.isBackCheck) return reportSecondLook(reporting, task)
  const filing = await filingOf(task, reporting)
  if (!(await fileReport(task.assignment, filing))) {
    await heldTask(caller, id)
    throw lookedAgain
  }
  await freePlace(task.assignment, caller.clientId)
  return { id, way: 'reported', submittedAt: filing.report.submittedAt } as const
}
