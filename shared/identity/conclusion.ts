import type { Claimed } from './contract/claim.ts'
import type { Verdict } from './matching/matching.ts'
import type { RegisteredPerson } from './registry/registered-person.ts'

/** Everything that an answer is made of. */
export interface Found {
  readonly id: number
  readonly claimed: Claimed
  readonly person: RegisteredPerson
  readonly verdict: Verdict
}

type Concluded<Check extends string, V extends Verdict> = V extends Verdict
  ? {
      readonly summary: Readonly<
        Record<Check, { status: V['matchStatus'] } & Pick<V, 'fieldMatches' | 'matchDetails'>>
      >
      readonly status: { readonly state: 'complete'; readonly status: V['status'] }
    }
  : never

/** A verdict as summary and status, under the check's name. */
export const toConclusion = <Check extends string>(
  check: Check,
  { matchStatus, status, fieldMatches, matchDetails }: Verdict,
) =>
  ({
    summary: { [check]: { status: matchStatus, fieldMatches, matchDetails } },
    status: { state: 'complete', status },
  }) as unknown as Concluded<Check, Verdict>

/** How most answers begin. */
export const toSubject = ({ id, claimed: { firstname, lastname } }: Found) => ({
  id,
  applicant: { firstname, lastname },
})
