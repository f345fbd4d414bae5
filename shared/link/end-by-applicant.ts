import { englishTexts } from '../texts/english.ts'
import { applicantEndWrite } from '../work/assignment/store.ts'
import { transitionVerification } from '../verification/transition-store.ts'
import { verificationKeyOf } from '../verification/verification.ts'
import type { ResolvedLink } from './link.ts'
import { withdrawalWrite } from './store.ts'

const words = englishTexts.applicant.comments

/** An applicant has a page after an answer only if they agreed; or the order states their consent. */
const hasConsented = ({ kind, verification }: ResolvedLink): boolean =>
  kind === 'answered' || verification.consent !== undefined

/**
 * The applicant's "no", wherever on their page they say it: one transaction knows of it and makes the record final, at no
 * charge, whatever people have done or decided by then. Answers false if it was final before, or the link was replaced.
 */
export const endByApplicant = (resolved: ResolvedLink, nowMs: number): Promise<boolean> => {
  const { link, verification } = resolved
  const key = verificationKeyOf(verification)
  const at = new Date(nowMs).toISOString()
  const work = applicantEndWrite(key, at)
  const change = { to: 'cancelled', at, by: 'applicant', work, also: [withdrawalWrite(link, at)] } as const
  const set = { decidedBy: 'applicant' }
  return hasConsented(resolved)
    ? transitionVerification(key, 'withdraw', {
        ...change,
        set: { ...set, consentWithdrawnAt: at, adminComment: words.withdrawn },
      })
    : transitionVerification(key, 'refuse', {
        ...change,
        set: { ...set, consentRefusedAt: at, adminComment: words.refused },
      })
}
