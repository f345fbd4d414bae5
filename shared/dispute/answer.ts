import { statusOf } from '../verification/contract/outcome.ts'
import { definitionOf } from '../verification/product/definitions.ts'
import { revisionOf, type Verification } from '../verification/verification.ts'
import type { Dispute } from './contract.ts'
import { type DisputeWork, disputeStateOf } from './dispute.ts'

/** A dispute as the customer reads it. */
export const toDispute = (disputed: DisputeWork): Dispute => {
  const { dispute, objection, dueAt, verdict } = disputed
  const { by, ground, reason, raisedAt, revision } = objection
  return {
    number: dispute,
    revision,
    raisedBy: by,
    ground,
    reason: by === 'customer' ? reason : null,
    raisedAt,
    dueAt,
    state: disputeStateOf(disputed),
    concludedAt: verdict?.at ?? null,
    remark: verdict?.adminComment ?? null,
  }
}

/** What is said of a revision beside its record. */
export const toRevision = (record: Verification, disputes: readonly DisputeWork[]) => {
  const number = revisionOf(record)
  const cause = disputes.find(
    one => disputeStateOf(one) === 'revised' && one.objection.revision === number - 1,
  )
  return {
    number,
    status: statusOf(record.outcome),
    decidedAt: record.updatedAt,
    dispute: cause?.dispute ?? null,
    receipt: `${definitionOf[record.product].path}/${record.id}/receipt?revision=${number}`,
  }
}
