import type { Attestation, EmploymentConfirmation } from '../../assignment/attestation-contract.ts'
import type { FileReport } from '../../assignment/contract.ts'
import type { AssignmentTask } from '../../assignment/list-store.ts'
import type { ReportInput } from '../../assignment/report-store.ts'
import { invalidRequest } from '../../http/contract/problem.ts'
import type { DecidedOutcome } from '../../verification/contract/outcome.ts'
import type { EmploymentReport } from '../../verification/report.ts'
import { refuseReachable } from '../contact/attempts.ts'

/** A first answer that is a report: the other one says that there will be none from here. */
export type ReportedAttestation = Attestation & {
  readonly claim: Exclude<EmploymentConfirmation, 'mayNotAnswer'>
}

export const isReportedAttestation = (attestation: Attestation): attestation is ReportedAttestation =>
  attestation.claim !== 'mayNotAnswer'

/** Benefits as the event lists them: commas between, without spaces. */
const listed = (benefits: string | undefined): string | undefined =>
  benefits
    ?.split(',')
    .map(benefit => benefit.trim())
    .filter(benefit => benefit !== '')
    .join(',')

/** Without what was not said: an item of the table has no empty attributes. */
const said = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
  ) as Fields

/** Of someone who never worked there, there is no job to tell. */
const detailsOf = ({ claim, details }: ReportedAttestation): Attestation['details'] =>
  claim === 'neverWorkedHere'
    ? { employerConsented: details.employerConsented }
    : { ...details, jobBenefits: listed(details.jobBenefits) }

/**
 * What an employer said, as the record carries it (interface §2.6).
 * @param submittedAt ISO 8601
 */
export const toEmploymentReport = (
  attestation: ReportedAttestation,
  submittedAt: string,
): EmploymentReport => ({
  submittedAt,
  details: said(detailsOf(attestation)),
  employer: said(attestation.employer),
  attestator: said(attestation.attestator),
})

/** The report that nobody at the employer could be reached: the agent's words, and nothing of a job. */
export const unreachedReport = (comment: string, submittedAt: string): EmploymentReport => ({
  submittedAt,
  details: {},
  employer: { comment },
  attestator: {},
})

/** What an employer's first answer comes to: a proposal to the reviewer. Without one nobody could be reached. */
export const outcomeOfClaim = (claim: ReportedAttestation['claim'] | undefined): DecidedOutcome => {
  if (claim === undefined) return 'employerUnreachable'
  return claim === 'neverWorkedHere' ? 'notAnEmployee' : 'verified'
}

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
