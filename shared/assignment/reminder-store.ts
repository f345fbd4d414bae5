import { database } from '../table/driver.ts'
import { type Condition, conditionsMet } from '../table/port.ts'
import type { VerificationKey } from '../table/tenant.ts'
import { assignmentItemKey, heldByCondition, type PlainAssignment } from './store.ts'

/** A lease of whose end its agent is told by text message. */
export interface EndingLease extends VerificationKey {
  readonly agentId: string
  readonly leaseUntil: string
}

/** Whether the agent holds the visit by this lease, has accepted it, and was not told of its end. */
export const isToRemind = (
  assignment: PlainAssignment | undefined,
  { agentId, leaseUntil }: EndingLease,
): boolean =>
  assignment?.status === 'claimed' &&
  assignment.agent === agentId &&
  assignment.leaseUntil === leaseUntil &&
  assignment.offeredBy === undefined &&
  assignment.remindedLease !== leaseUntil

const unremindedCondition = ({ agentId, leaseUntil }: EndingLease): Condition => {
  const { when, values } = heldByCondition(agentId)
  return {
    when: `${when} AND #leaseUntil = :leaseUntil AND attribute_not_exists(#offeredBy) AND (attribute_not_exists(#remindedLease) OR #remindedLease <> :leaseUntil)`,
    values: { ...values, leaseUntil },
  }
}

/** Before the message is handed over, so that copies of it send one. Answers whether it is this one's to send. */
export const markReminded = (lease: EndingLease): Promise<boolean> =>
  conditionsMet(
    database.write({
      update: assignmentItemKey(lease),
      set: { remindedLease: lease.leaseUntil },
      condition: unremindedCondition(lease),
    }),
  )

/** Of a message that was not handed over. */
export const unmarkReminded = async (lease: EndingLease): Promise<void> => {
  const { leaseUntil } = lease
  const condition = { when: '#remindedLease = :leaseUntil', values: { leaseUntil } }
  await conditionsMet(
    database.write({ update: assignmentItemKey(lease), set: {}, remove: ['remindedLease'], condition }),
  )
}
