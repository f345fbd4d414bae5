import type { Assignment } from '../../assignment/assignment.ts'
import type { EmploymentConfirmation } from '../../assignment/attestation-contract.ts'
import type { StoredContactAttempt } from '../../employer/contact/attempt.ts'
import type { DisputeWork } from '../../dispute/dispute.ts'
import type { TrailEntry } from '../../trail/contract.ts'
import { toEmploymentRecord } from '../../verification/response.ts'
import type { EmploymentVerification } from '../../verification/verification.ts'
import { employmentOrderFacts } from './order-facts.ts'
import type { ReportDocument } from './document.ts'
import { employerIn } from './employer.ts'
import { renderFindings } from './findings.ts'
import { toTimelineSteps, renderTimeline } from './timeline.ts'
import { headOf } from './verification-report.ts'

/** All that is kept of an employment that is decided. */
export interface EmployerReportData {
  readonly verification: EmploymentVerification
  readonly assignment: Pick<Assignment, 'provenance'> | undefined
  readonly attempts: readonly StoredContactAttempt[]
  readonly trail: readonly TrailEntry[]
  readonly disputes: readonly DisputeWork[]
}

/** The employer's first answer. What is decided in the sandbox before anybody was asked is as if it had come. */
const claimIn = ({ verification, assignment }: EmployerReportData): EmploymentConfirmation | null => {
  const { outcome, currentlyEmployed } = verification
  if (assignment?.provenance) return assignment.provenance.claim
  if (outcome === 'notAnEmployee') return 'neverWorkedHere'
  if (outcome !== 'verified' && outcome !== 'detailsMismatch') return null
  return currentlyEmployed ? 'worksHere' : 'workedHere'
}

/** The report of an employer's word. */
export const employmentDocument = (file: EmployerReportData): ReportDocument => {
  const { verification, assignment, attempts, trail, disputes } = file
  const { report, requestedAt } = verification
  const record = toEmploymentRecord(verification)
  const claim = claimIn(file)
  return {
    ...headOf(verification, disputes),
    sections: [
      employmentOrderFacts(record, verification),
      renderFindings({ record, findings: null, claim }, report !== undefined),
      employerIn(claim, assignment?.provenance, attempts),
      renderTimeline(toTimelineSteps(requestedAt, trail)),
    ],
  }
}
