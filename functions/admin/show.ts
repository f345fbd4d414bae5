import { eventIdsOf } from '../../shared/event/event.ts'
import { findEvent } from '../../shared/event/store.ts'
import { findAssignment } from '../../shared/fieldwork/assignment-store.ts'
import { findStoredLookup, type StoredLookup } from '../../shared/identity/store.ts'
import type { VerificationKey } from '../../shared/table/tenant.ts'
import { findStored, type StoredVerification } from '../../shared/verification/erasure-store.ts'
import { statusOf } from '../../shared/verification/outcome.ts'
import type { CommandOf } from './command.ts'

/* By ids, words of ours and times: nothing here says who it is about. */

const workOn = async (key: VerificationKey) => {
  const assignment = await findAssignment(key)
  if (!assignment) return undefined
  const { way, assignedAt, dueAt, agent, leaseUntil, reportedAt, reviewer } = assignment
  return { way, assignedAt, dueAt, agent, leaseUntil, reportedAt, reviewer }
}

const ofVerification = async (key: VerificationKey, verification: StoredVerification) => {
  const { product, outcome, requestedAt, updatedAt, delayedAt, decidedBy, price, erasedAt } = verification
  return {
    ...{ product, outcome, subStatus: statusOf(outcome).subStatus },
    ...{ requestedAt, updatedAt, delayedAt, decidedBy, price, erasedAt },
    work: await workOn(key),
  }
}

const ofLookup = ({ product, requestedAt, completedAt, failure, price, erasedAt }: StoredLookup) => ({
  ...{ product, requestedAt, completedAt, failure, price, erasedAt },
})

const eventsOf = async (key: VerificationKey) => {
  const found = await Promise.all(eventIdsOf(key.verificationId).map(id => findEvent(key, id, Date.now())))
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
