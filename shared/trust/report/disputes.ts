import { type DisputeWork, disputeStateOf } from '../../fieldwork/dispute/dispute.ts'
import { statusOf } from '../../verification/outcome.ts'
import { revisionOf } from '../../verification/revision.ts'
import type { Verification } from '../../verification/verification.ts'
import { english as words } from './english.ts'
import { momentOf } from './measures.ts'
import type { Fact } from './parts.ts'

const { revisions: said } = words

const earlierOf = ({ objection }: DisputeWork): Fact => [
  said.earlier(objection.revision),
  said.decided(statusOf(objection.outcome).subStatus, momentOf(objection.decidedAt)),
]

const disputeOf = (disputed: DisputeWork): Fact => {
  const { by, raisedAt } = disputed.objection
  return [
    said.dispute,
    said.raised(said.raisedBy[by], momentOf(raisedAt), said.ends[disputeStateOf(disputed)]),
  ]
}

/** What a report says of a decision that somebody objected to: who and when, never why; and what was decided before. */
export const disputeFacts = (
  verification: Verification,
  disputes: readonly DisputeWork[],
): readonly Fact[] =>
  disputes.length === 0
    ? []
    : [
        [said.revision, `${revisionOf(verification)}`],
        ...disputes.map(disputeOf),
        ...disputes.filter(each => disputeStateOf(each) === 'revised').map(earlierOf),
      ]
