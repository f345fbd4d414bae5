import { type DisputeWork, disputeStateOf } from '../../dispute/dispute.ts'
import { statusOf } from '../../verification/contract/outcome.ts'
import { revisionOf, type Verification } from '../../verification/verification.ts'
import { reportTexts as words } from './english.ts'
import { formatUtcTime } from './format.ts'
import type { ReportFact } from './parts.ts'

const { revisions: said } = words

const earlierOf = ({ objection }: DisputeWork): ReportFact => [
  said.earlier(objection.revision),
  said.decided(statusOf(objection.outcome).subStatus, formatUtcTime(objection.decidedAt)),
]

const disputeOf = (disputed: DisputeWork): ReportFact => {
  const { by, raisedAt } = disputed.objection
  return [
    said.dispute,
    said.raised(said.raisedBy[by], formatUtcTime(raisedAt), said.ends[disputeStateOf(disputed)]),
  ]
}

/** What a report says of a decision that somebody objected to: who and when, never why; and what was decided before. */
export const disputeFacts = (
  verification: Verification,
  disputes: readonly DisputeWork[],
): readonly ReportFact[] =>
  disputes.length === 0
    ? []
    : [
        [said.revision, `${revisionOf(verification)}`],
        ...disputes.map(disputeOf),
        ...disputes.filter(each => disputeStateOf(each) === 'revised').map(earlierOf),
      ]
