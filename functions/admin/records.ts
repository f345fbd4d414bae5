import { decideVerification } from '../../shared/assignment/end-verification.ts'
import { findAssignment } from '../../shared/assignment/store.ts'
import { disputeStateOf } from '../../shared/dispute/dispute.ts'
import { listDisputes } from '../../shared/dispute/store.ts'
import { possibleEventIds } from '../../shared/event/event.ts'
import { findEvent } from '../../shared/event/store.ts'
import { findStoredLookup, type StoredLookup } from '../../shared/identity/store.ts'
import type { VerificationKey } from '../../shared/table/tenant.ts'
import { toCheckedTrail } from '../../shared/trail/check.ts'
import { readTrail } from '../../shared/trail/store.ts'
import { checkLog, logFaultKinds } from '../../shared/trust/trail-log/check.ts'
import { describeOutcome, isDecidable, statusOf } from '../../shared/verification/contract/outcome.ts'
import { findStored, type StoredVerification } from '../../shared/verification/person-store.ts'
import { findVerification } from '../../shared/verification/store.ts'
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

/** Decides a verification in a reviewer's place, by the same operation as the simulated agent. */
export const decide = async ({
  organisationId,
  mode,
  verificationId,
  outcome,
  adminComment,
}: CommandOf<'decide'>) => {
  const nowMs = Date.now()
  const key = { organisationId, mode, verificationId }
  const find = () => findVerification(key, verificationId, nowMs)
  const verification = await find()
  if (!verification) throw new Error('verificationId: there is no such verification')
  const { product } = verification
  if (!isDecidable(outcome, product)) throw new Error(`outcome: ${product} cannot be decided so`)
  const decidedAt = new Date(nowMs).toISOString()
  const decision = { outcome, decidedAt, decidedBy: 'operator', ...(adminComment && { adminComment }) }
  const report = (await findAssignment(key))?.report
  if (await decideVerification(verification, { decision, ...(report && { report }) }))
    return { verificationId, outcome }
  const latest = (await find()) ?? verification
  throw new Error(`verificationId: too late. ${describeOutcome(latest.outcome)}`)
}

/** Exports a verification's trail, whole and with what checking it comes to: `npm run admin -- trail check` does so anew. */
export const trail = async ({ command: _, ...key }: CommandOf<'trail'>) => {
  const entries = await readTrail(key)
  if (entries.length === 0) throw new Error('verificationId: it has no trail')
  return toCheckedTrail(key, entries)
}

/** Checks the log of the trails, of some hours if they are given, and says in words what does not hold. */
export const checkTrailLog = async ({ fromHour: from, toHour: to }: CommandOf<'checkTrailLog'>) => {
  const ranges = from === undefined ? undefined : [{ from, to: to ?? from }]
  const { findings, ...rest } = await checkLog(Date.now(), ranges)
  return { ...rest, findings: findings.map(finding => ({ ...finding, why: logFaultKinds[finding.fault] })) }
}
