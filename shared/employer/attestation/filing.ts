import { invalidRequest } from '../../http/contract/problem.ts'
import type { AssignmentTask } from '../../assignment/list-store.ts'
import { refuseReachable } from '../contact/attempts.ts'
import type { FileReport } from '../../assignment/contract.ts'
import type { ReportInput } from '../../assignment/report-store.ts'
import { isReportedAttestation, toEmploymentReport, unreachedReport } from './report.ts'

/**
 * The filing of what an employer said to an agent, or that nobody could be reached.
 * @throws Problem invalid_request for a report of something else; employer_reachable
 */
export const employerFiling = async (
  { assignment }: AssignmentTask,
  { attestation, unreached }: FileReport,
  { by, nowMs }: { readonly by: string; readonly nowMs: number },
): Promise<ReportInput> => {
  const submittedAt = new Date(nowMs).toISOString()
  if (attestation && isReportedAttestation(attestation)) {
    const { claim, source } = attestation
    const provenance = { claim, source, answeredAt: submittedAt }
    return { by, report: toEmploymentReport(attestation, submittedAt), provenance }
  }
  const detail = 'Expected what the employer said, or unreached.'
  if (!unreached) throw invalidRequest([{ pointer: '/attestation', code: 'required', detail }])
  await refuseReachable(assignment, nowMs)
  return { by, report: unreachedReport(unreached.comment, submittedAt) }
}
