import { possibleEventIds } from '../../shared/event/event.ts'
import { findEvent } from '../../shared/event/store.ts'
import { findAssignment } from '../../shared/assignment/store.ts'
import { disputeStateOf } from '../../shared/dispute/dispute.ts'
import { listDisputes } from '../../shared/dispute/store.ts'
import { findStoredLookup, type StoredLookup } from '../../shared/identity/store.ts'
import type { VerificationKey } from '../../shared/table/tenant.ts'
import { findStored, type StoredVerification } from '../../shared/verification/person-store.ts'
import { statusOf } from '../../shared/verification/contract/outcome.ts'
import { revisionOf } from '../../shared/verification/verification.ts'
import type { CommandOf } from './command.ts'

/* By ids, words of ours and times: nothing here says who it is about. */

const workOn = async (key: VerificationKey) => {
  const assignment = await findAssignment(key)
  if (!assignment) return undefined
  const { status, assignedAt, dueAt, agent, leaseUntil, reportedAt, reviewer } = assignment
  return { status, assignedAt, dueAt, agent, leaseUntil, reportedAt, reviewer }
}

/** Who objected, when, and what became of it; not a word of why. */
const disputesOf = async (key: VerificationKey) =>
  (await listDisputes(key)).map(one => ({
    ...{ number: one.dispute, revision: one.objection.revision, by: one.objection.by },
    ...{ raisedAt: one.objection.raisedAt, dueAt: one.dueAt, state: disputeStateOf(one) },
  }))

const ofVerification = async (key: VerificationKey, verification: StoredVerification) => {
  const { product, outcome, requestedAt, updatedAt, delayedAt, decidedBy, price, erasedAt } = verification
  const disputes = await disputesOf(key)
  return {
    ...{ product, outcome, subStatus: statusOf(outcome).subStatus },
    ...{ requestedAt, updatedAt, delayedAt, decidedBy, price, erasedAt },
    work: await workOn(key),
    ...(disputes.length > 0 && { revision: revisionOf(verification), disputes }),
  }
}

const ofLookup = ({ product, requestedAt, completedAt, failure, price, erasedAt }: StoredLookup) => ({
  ...{ product, requestedAt, completedAt, failure, price, erasedAt },
})

const eventsOf = async (key: VerificationKey) => {
  const found = await Promise.all(
    possibleEventIds(key.verificationId).map(id => findEvent(key, id, Date.now())),
  )
  // Of an event that was erased before it was told nothing is known but that.
  return found.flatMap(event => (event?.createdAt ? [{ eventId: event.id, createdAt: event.createdAt }] : []))
}

/** What became of a verification or a look-up. */
export const showVerification = async ({ command: _, ...key }: CommandOf<'showVerification'>) => {
  const verification = await findStored(key, key.verificationId)
  const lookup = verification ? undefined : await findStoredLookup(key, key.verificationId)
  if (!verification && !lookup) throw new Error('verificationId: there is no such verification or look-up')
  const record = verification ? await ofVerification(key, verification) : ofLookup(lookup!)
  return { ...key, ...record, events: await eventsOf(key) }
}
