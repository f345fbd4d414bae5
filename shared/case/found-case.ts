import { toAssignmentId } from '../work/assignment/assignment.ts'
import { lgaById } from '../location/location.ts'
import { isFinal, statusOf } from '../verification/contract/outcome.ts'
import { type Verification, verificationKeyOf } from '../verification/verification.ts'
import type { FoundCase } from './search/contract.ts'
import { initialsOf, maskStart } from '../review/mask.ts'

/** The applicant's data is masked: whoever needs it opens the case, which its trail records. */
export const toFoundCase = (verification: Verification): FoundCase => {
  const { id, organisationId, product, customerReference, applicant, outcome } = verification
  const { requestedAt, updatedAt, decidedBy } = verification
  return {
    id: toAssignmentId(verificationKeyOf(verification)),
    organisationId,
    verificationId: id,
    product,
    customerReference: maskStart(customerReference),
    applicant: initialsOf(applicant.firstname, applicant.lastname),
    phone: maskStart(applicant.phone),
    lgaName: 'lgaId' in verification ? (lgaById(verification.lgaId)?.name ?? null) : null,
    status: statusOf(outcome),
    requestedAt,
    endedAt: isFinal(outcome) ? updatedAt : null,
    reviewer: decidedBy ?? null,
  }
}
