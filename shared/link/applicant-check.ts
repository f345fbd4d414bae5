import type { Verification } from '../verification/verification.ts'
import type { CheckedMatter } from '../texts/texts.ts'

/** What of a check an applicant is told by name. @param organisation the customer's name */
export const checkOf = (verification: Verification, organisation: string): CheckedMatter => {
  const isEmployment = verification.product === 'employment'
  return {
    organisation,
    employer: isEmployment ? verification.employerName : undefined,
    place: isEmployment ? '' : `${verification.street}, ${verification.city}`,
    business: isEmployment ? undefined : verification.business?.businessName,
  }
}
