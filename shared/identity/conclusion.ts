import type { ClaimedIdentity } from './contract/claim.ts'
import type { DisclosedPerson } from './disclosure.ts'
import type { Verdict } from './matching/matching.ts'

export interface ConclusionInput {
  readonly id: number
  readonly claimed: ClaimedIdentity
  readonly person: DisclosedPerson | null
  readonly verdict: Verdict
}

export const toConclusion = <Check extends string>(
  check: Check,
  { matchStatus, status, fieldMatches, matchDetails }: Verdict,
) => ({
  summary: { [check]: { status: matchStatus, fieldMatches, matchDetails } },
  status: { state: 'complete', status },
})

export const toSubject = ({ id, claimed: { firstname, lastname } }: ConclusionInput) => ({
  id,
  applicant: { firstname, lastname },
})
