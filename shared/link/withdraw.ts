import { transitionVerification } from '../verification/store.ts'
import { verificationKeyOf } from '../verification/verification.ts'
import { englishTexts } from '../texts/english.ts'
import type { ResolvedLink } from './link.ts'
import { withdrawalWrite } from './store.ts'

/**
 * Ends a verification whose applicant takes their consent back, visited or not: nothing is charged, and the customer is
 * told that it was cancelled, and by whom. Answers false where it had ended before.
 */
export const withdrawConsent = ({ link, verification }: ResolvedLink, nowMs: number): Promise<boolean> => {
  const at = new Date(nowMs).toISOString()
  return transitionVerification(verificationKeyOf(verification), 'withdraw', {
    to: 'cancelled',
    at,
    by: 'applicant',
    set: {
      decidedBy: 'applicant',
      consentWithdrawnAt: at,
      adminComment: englishTexts.applicant.withdrawal.comment,
    },
    also: [withdrawalWrite(link, at)],
  })
}
