import { decideVerification } from '../../shared/work/assignment/end-verification.ts'
import { findAssignment } from '../../shared/work/assignment/store.ts'
import { disputeStateOf } from '../../shared/dispute/dispute.ts'
import { listDisputes } from '../../shared/dispute/store.ts'
import { possibleEventIds } from '../../shared/event/event.ts'
import { findEvent } from '../../shared/event/store.ts'
import { findStoredLookup, type StoredLookup } from '../../shared/identity/store.ts'
import type { VerificationKey } from '../../shared/table/tenant.ts'
import { toCheckedPage } from '../../shared/trail/check.ts'
import { readTrailPage } from '../../shared/trail/page-store.ts'
import { checkLog, logFaultKinds } from '../../shared/log/check.ts'
import { describeOutcome, isDecidable, statusOf } from '../../shared/verification/contract/outcome.ts'
import { findStored, type StoredVerification } from '../../shared/verification/person-store.ts'
import { findVerification } from '../../shared/verification/store.ts'
import { revisionOf } from '../../shared/verification/verification.ts'
import type { CommandOf } from './command.ts'

/* By ids, words of ours and times: nothing here says who it is about. */

const describeAssignment = async (key: VerificationKey) => {
  const assignment = await findAssignment(key)
  if (!assignment) return undefined
  const { status, assignedAt, dueAt, agent, leaseUntil, reportedAt, reviewer } = assignment
  return { status, assignedAt, dueAt, agent, leaseUntil, reportedAt, reviewer }
}

/** Who objected, when, and what became of it; not a word of why. */
const describeDisputes = async (key: VerificationKey) =>
  (await listDisputes(key)).map(one => ({
    number: one.dispute,
    revision: one.objection.revision,
    by: one.objection.by,
    raisedAt: one.objection.raisedAt,
    dueAt: one.dueAt,
    state: disputeStateOf(one),
  }))

const describeVerification = async (key: VerificationKey, verification: StoredVerification) => {
  const { product, outcome, requestedAt, updatedAt, delayedAt, decidedBy, price, erasedAt } = verification
  const disputes = await describeDisputes(key)
  return {
    product,
    outcome,
    subStatus: statusOf(outcome).subStatus,
    requestedAt,
    updatedAt,
    delayedAt,
    decidedBy,
    price,
    erasedAt,
    work: await describeAssignment(key),
    ...(disputes.length > 0 && { revision: revisionOf(verification), disputes }),
  }
}

const describeLookup = ({ product, requestedAt, completedAt, failure, price, erasedAt }: StoredLookup) => ({
  product,
  requestedAt,
  completedAt,
  failure,
  price,
  erasedAt,
})

const describeEvents = async (key: VerificationKey) => {
  const ids = possibleEventIds(key.verificationId)
  const found = await Promise.all(ids.map(id => findEvent(key, id, Date.now())))
  // If an event was erased before it was published, only its erasure is known.
  return found.flatMap(event => (event?.createdAt ? [{ eventId: event.id, createdAt: event.createdAt }] : []))
}

/** What became of a verification or a look-up. */
export const showVerification = async ({ command: _, ...key }: CommandOf<'showVerification'>) => {
  const verification = await findStored(key, key.verificationId)
  const lookup = verification ? undefined : await findStoredLookup(key, key.verificationId)
  if (!verification && !lookup) throw new Error('verificationId: there is no such verification or look-up')
  const record = verification ? await describeVerification(key, verification) : describeLookup(lookup!)
  return { ...key, ...record, events: await describeEvents(key) }
}

/** Decides a verification in a reviewer's place, by the same operation as the simulated agent. */
export const decide = async (command: CommandOf<'decide'>) => {
  const { organisationId, mode, verificationId, outcome, adminComment } = command
  const nowMs = Date.now()
  const key = { organisationId, mode, verificationId }
  const verification = await findVerification(key, verificationId, nowMs)
  if (!verification) throw new Error('verificationId: there is no such verification')
  const { product } = verification
  if (!isDecidable(outcome, product)) throw new Error(`outcome: ${product} cannot be decided so`)
  const decidedAt = new Date(nowMs).toISOString()
  const decision = { outcome, decidedAt, decidedBy: 'operator', ...(adminComment && { adminComment }) }
  const report = (await findAssignment(key))?.report
  if (await decideVerification(verification, { decision, ...(report && { report }) }))
    return { verificationId, outcome }
  const latest = (await findVerification(key, verificationId, nowMs)) ?? verification
  throw new Error(`verificationId: too late. ${describeOutcome(latest.outcome)}`)
}

/** A page and the result of its check; `npm run admin -- trail check` checks all pages. */
export const trail = async ({ command: _, after, ...key }: CommandOf<'trail'>) => {
  const page = await readTrailPage(key, Date.now(), after)
  if (page.entries.length === 0 && !after) throw new Error('verificationId: it has no trail')
  const { verificationId: id } = key
  const record = (await findStored(key, id)) ?? (await findStoredLookup(key, id))
  const checked = toCheckedPage(key, page, { isErased: record?.erasedAt !== undefined })
  return { ...checked, ...(page.next !== undefined && { next: page.next }) }
}

export const checkTrailLog = async ({ fromHour: from, toHour: to }: CommandOf<'checkTrailLog'>) => {
  const ranges = from === undefined ? undefined : [{ from, to: to ?? from }]
  const { findings, ...rest } = await checkLog(Date.now(), ranges)
  return { ...rest, findings: findings.map(finding => ({ ...finding, why: logFaultKinds[finding.fault] })) }
}
