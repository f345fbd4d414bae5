import type { Caller } from '../account/caller.ts'
import { invalidRequest, Problem } from '../http/contract/problem.ts'
import { heldTask } from './assignment-access.ts'
import type { Task } from './assignment-list-store.ts'
import { freePlace } from './claim-store.ts'
import type { FileReport } from './contract/report.ts'
import { type Filing, fileReport } from './report-store.ts'
import { addressReportOf } from './visit-report.ts'

interface Reporting {
  readonly caller: Caller
  readonly id: string
  readonly body: FileReport
  readonly nowMs: number
}

/** The filing of what was ordered. @throws Problem invalid_request for a report of something else */
const filingOf = async ({ verification }: Task, { caller, body, nowMs }: Reporting): Promise<Filing> => {
  const submittedAt = new Date(nowMs).toISOString()
  if (verification.product === 'employment' || !body.visit)
    throw invalidRequest([{ pointer: '/visit', code: 'required', detail: 'Expected the report of a visit.' }])
  const report = addressReportOf(body.visit, verification, { submittedAt, photos: [] })
  return { by: caller.clientId, report, findings: body.visit.findings }
}

/**
 * Files an agent's report.
 * @throws Problem not_found, already_decided, already_reported, lease_lost, invalid_request
 */
export const report = async (reporting: Reporting) => {
  const { caller, id } = reporting
  const task = await heldTask(caller, id)
  const filing = await filingOf(task, reporting)
  if (!(await fileReport(task.assignment, filing))) {
    await heldTask(caller, id)
    throw new Problem('unavailable', 'Something else happened to it at this moment. Look again.')
  }
  await freePlace(task.assignment, caller.clientId)
  return { id, way: 'reported', submittedAt: filing.report.submittedAt } as const
}
