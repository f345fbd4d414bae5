import type { ClaimedIdentity } from './contract/claim.ts'
import type { DisclosedPerson } from './disclosure.ts'
import type { Verdict } from './matching/matching.ts'

/** Everything that an answer is made of. */
export interface ConclusionInput {
  readonly id: number
  readonly claimed: ClaimedIdentity
  /** As much of the registered person as the verdict discloses. */
  readonly person: DisclosedPerson | null
  readonly verdict: Verdict
}

/** A verdict as summary and status, under the check's name. */
export const toConclusion = <Check extends string>(
  check: Check,
  { matchStatus, status, fieldMatches, matchDetails }: Verdict,
) => ({
  summary: { [check]: { status: matchStatus, fieldMatches, matchDetails } },
  status: { state: 'complete', status },
})

/** How most answers begin. */
export const toSubject = ({ id, claimed: { firstname, lastname } }: ConclusionInput) => ({
  id,
  applicant: { firstname, lastname },
})
