import type { Attestation } from '../../work/assignment/attestation-contract.ts'
import type { EmploymentConfirmation } from '../../work/assignment/attestation-word-contract.ts'
import type { FileReport } from '../../work/assignment/contract.ts'
import type { AssignmentTask } from '../../work/assignment/list-store.ts'
import type { ReportInput } from '../../work/assignment/report-store.ts'
import { invalidRequest } from '../../http/contract/problem.ts'
import type { DecidedOutcome } from '../../verification/contract/outcome.ts'
import { omitUndefined } from '../../verification/order.ts'
import type { EmploymentReport } from '../../verification/report.ts'
import { refuseReachable } from '../contact/attempts.ts'

export type ReportedAttestation = Attestation & {
  readonly claim: Exclude<EmploymentConfirmation, 'mayNotAnswer'>
}

export const isReportedAttestation = (attestation: Attestation): attestation is ReportedAttestation =>
  attestation.claim !== 'mayNotAnswer'

/** Of someone who never worked there, there is no job to tell. The event lists benefits with commas, without spaces. */
const detailsOf = ({ claim, details }: ReportedAttestation): Attestation['details'] => {
  if (claim === 'neverWorkedHere') return { employerConsented: details.employerConsented }
  const benefits = details.jobBenefits?.split(',').map(benefit => benefit.trim())
  return { ...details, jobBenefits: benefits?.filter(benefit => benefit !== '').join(',') }
}

/** As the record carries it (interface §2.6). @param submittedAt ISO 8601 */
export const toEmploymentReport = (
  attestation: ReportedAttestation,
  submittedAt: string,
): EmploymentReport => ({
  submittedAt,
  details: omitUndefined(detailsOf(attestation)),
  employer: omitUndefined(attestation.employer),
  attestator: omitUndefined(attestation.attestator),
})

/** Proposed to the reviewer. Without an answer nobody could be reached. */
export const outcomeOfClaim = (claim: ReportedAttestation['claim'] | undefined): DecidedOutcome => {
  if (claim === undefined) return 'employerUnreachable'
  return claim === 'neverWorkedHere' ? 'notAnEmployee' : 'verified'
}

/** @throws Problem invalid_request for a report of something else; employer_reachable */
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
  const { comment } = unreached
  return { by, report: { submittedAt, details: {}, employer: { comment }, attestator: {} } }
}
