import { transitionVerification } from '../../verification/store.ts'
import { verificationKeyOf } from '../../verification/verification.ts'
import { english } from '../words/english.ts'
import type { FollowedLink } from './link.ts'
import { withdrawalOf } from './store.ts'

/**
 * Ends a verification whose applicant takes their consent back, visited or not: nothing is charged, and the customer is
 * told that it was cancelled, and by whom. Answers false where it had ended before.
 */
export const withdrawConsent = ({ link, verification }: FollowedLink, nowMs: number): Promise<boolean> => {
  const at = new Date(nowMs).toISOString()
  return transitionVerification(verificationKeyOf(verification), 'withdraw', {
    to: 'cancelled',
    at,
    by: 'applicant',
    set: {
      decidedBy: 'applicant',
      consentWithdrawnAt: at,
      adminComment: english.applicant.withdrawal.comment,
    },
    also: [withdrawalOf(link, at)],
  })
}
