import { invalidRequest } from '../../http/contract/problem.ts'
import type { Task } from '../assignment-list-store.ts'
import { refuseReachable } from '../contact/attempts.ts'
import type { FileReport } from '../contract/report.ts'
import type { Filing } from '../report-store.ts'
import { isAttested, reportOf, unreachedReport } from './report.ts'

/**
 * The filing of what an employer said to an agent, or that nobody could be reached.
 * @throws Problem invalid_request for a report of something else; employer_reachable
 */
export const employerFiling = async (
  { assignment }: Task,
  { attestation, unreached }: FileReport,
  { by, nowMs }: { readonly by: string; readonly nowMs: number },
): Promise<Filing> => {
  const submittedAt = new Date(nowMs).toISOString()
  if (attestation && isAttested(attestation)) {
    const { claim, source } = attestation
    const provenance = { claim, source, answeredAt: submittedAt }
    return { by, report: reportOf(attestation, submittedAt), provenance }
  }
  const detail = 'Expected what the employer said, or unreached.'
  if (!unreached) throw invalidRequest([{ pointer: '/attestation', code: 'required', detail }])
  await refuseReachable(assignment, nowMs)
  return { by, report: unreachedReport(unreached.comment, submittedAt) }
}
