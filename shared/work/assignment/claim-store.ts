import { again, retry } from '../../aws/retry.ts'
import { database } from '../../table/driver.ts'
import { conditionsMet, failureOf, type Put } from '../../table/port.ts'
import { expiresAt } from '../../table/retention.ts'
import type { Mode, VerificationKey } from '../../table/tenant.ts'
import { writeWithTrail } from '../../trail/store.ts'
import type { Assignment, VisitRefusal } from './assignment.ts'
import type { Position } from './contract.ts'
import { claimKey, claimsQuery } from './kinds.ts'
import { buildMove, type BuiltMove, moveWork } from './move-store.ts'
import type { RefusalReason } from './refusal-contract.ts'
import type { PlainAssignment } from './store.ts'

interface StoredClaim extends VerificationKey {
  readonly place: number
  readonly leaseUntil: string
}

export interface AssignmentLease {
  /** Who holds it then. */
  readonly by: string
  /** The supervisor who gives it to them, whoever holds it now: they accept or refuse it. */
  readonly offeredBy?: string | undefined
  readonly from?: Position | undefined
  readonly at: string
  readonly until: string
}

const findClaims = async ({ mode }: VerificationKey, agent: string): Promise<readonly StoredClaim[]> =>
  (await database.query<StoredClaim>({ ...claimsQuery(mode, agent), consistent: true })).items

/** How many visits somebody holds whose leases have not run out. */
export const countHeld = async (mode: Mode, agent: string, nowMs: number): Promise<number> => {
  const { items } = await database.query<StoredClaim>(claimsQuery(mode, agent))
  return items.filter(({ leaseUntil }) => Date.parse(leaseUntil) > nowMs).length
}

/** Claims of an agent whose leases end in this time. */
export const listEndingClaims = async (
  mode: Mode,
  agent: string,
  nowMs: number,
  untilMs: number,
): Promise<readonly StoredClaim[]> => {
  const { items } = await database.query<StoredClaim>(claimsQuery(mode, agent))
  return items.filter(({ leaseUntil }) => {
    const endsMs = Date.parse(leaseUntil)
    return endsMs > nowMs && endsMs <= untilMs
  })
}

const isOf =
  (key: VerificationKey) =>
  (claim: StoredClaim): boolean =>
    claim.organisationId === key.organisationId && claim.verificationId === key.verificationId

const findSlot = async (
  key: VerificationKey,
  { by, at }: AssignmentLease,
  maxClaims: number,
): Promise<number | undefined> => {
  const claims = await findClaims(key, by)
  const used = new Set(claims.filter(({ leaseUntil }) => leaseUntil > at).map(({ place }) => place))
  return claims.find(isOf(key))?.place ?? [...Array(maxClaims).keys()].find(slot => !used.has(slot))
}

const claimWrite = (key: VerificationKey, { by, at, until }: AssignmentLease, slot: number) => {
  const { organisationId, mode, verificationId } = key
  return {
    put: {
      organisationId,
      mode,
      verificationId,
      place: slot,
      leaseUntil: until,
      ...claimKey(mode, by, slot),
      expiresAt: expiresAt(until, 1),
    },
    condition: {
      when: 'attribute_not_exists(#pk) OR #leaseUntil <= :at OR (#organisationId = :organisationId AND #verificationId = :verificationId)',
      values: { at, organisationId, verificationId },
    },
  }
}

/** Re-claiming keeps the agent's `claimedAt`; a first claim, also of what was assigned to them, resets it. */
const claimOf = (
  assignment: Assignment,
  { by, at, until: leaseUntil, from: claimedFrom, offeredBy }: AssignmentLease,
  how: { readonly isUnlisted?: true } = {},
): BuiltMove => {
  const isTheirs = assignment.status === 'claimed' && assignment.agent === by
  const isAccepted = isTheirs && assignment.offeredBy === undefined
  const taken = { agent: by, leaseUntil }
  if (offeredBy !== undefined) {
    const offer = { ...how, by: offeredBy, at, facts: taken }
    return isAccepted
      ? buildMove(assignment, 'offerAgain', { ...offer, set: { ...taken, offeredBy } })
      : buildMove(assignment, 'offer', { ...offer, set: { ...taken, offeredBy, claimedAt: at } })
  }
  const claim = { ...how, by, at, facts: { leaseUntil } }
  if (isAccepted) return buildMove(assignment, 'renew', { ...claim, set: { leaseUntil } })
  const first = { claimedAt: at, claimedFrom }
  return isTheirs
    ? buildMove(assignment, 'accept', { ...claim, set: { leaseUntil, ...first } })
    : buildMove(assignment, 'claim', { ...claim, set: { ...taken, ...first } })
}

/** A claim may take a slot that another claim of the same agent takes at this moment. */
const slotTries = 5

/** One of many concurrent claims succeeds. @returns `refused` if another has claimed it or it is decided */
export const claimVisit = async (
  assignment: Assignment,
  lease: AssignmentLease,
  maxClaims: number,
): Promise<'claimed' | 'refused' | 'too-many'> => {
  const { by, at } = lease
  const isMoved = lease.offeredBy !== undefined && assignment.status === 'claimed' && assignment.agent !== by
  const { write: work, event } = claimOf(assignment, lease)
  return retry(
    { times: slotTries },
    async () => {
      const slot = await findSlot(assignment, lease, maxClaims)
      if (slot === undefined) return 'too-many'
      const writes = { work, slot: claimWrite(assignment, lease, slot) }
      const failure = await failureOf(writeWithTrail(assignment, at, [event], writes))
      if (failure) return failure.failed.has('work') ? 'refused' : again()
      if (isMoved) await deleteClaim(assignment, assignment.agent!, assignment.leaseUntil)
      return 'claimed'
    },
    () => 'too-many',
  )
}

/** Once for each claim, however often its agent renews it. Answers false if nobody holds it by this lease, or has not accepted it. */
export const extendLease = (
  assignment: PlainAssignment,
  { place, leaseUntil }: StoredClaim,
  lease: AssignmentLease,
): Promise<boolean> => {
  const { by: agent, at, until } = lease
  return moveWork({ ...assignment, leaseUntil }, 'extend', {
    by: 'service',
    agent,
    at,
    facts: { agent, leaseUntil: until },
    set: { leaseUntil: until, isLeaseExtended: true },
    also: { slot: claimWrite(assignment, lease, place) },
  })
}

/** Claims a visit for the simulated agent, who holds any number and needs no list. Answers false as `refused` above. */
export const claimWithoutLimit = (assignment: Assignment, lease: AssignmentLease): Promise<boolean> => {
  const { write: work, event } = claimOf(assignment, lease, { isUnlisted: true })
  return conditionsMet(writeWithTrail(assignment, lease.at, [{ ...event, facts: {} }], { work }))
}

/**
 * Frees the slot of a claim, unless another has it by now, or the agent has claimed the same visit again since. After a
 * crash before it, the slot is free when the lease ends. @param leaseUntil of the claim that is over
 */
export const deleteClaim = async (
  key: VerificationKey,
  agent: string,
  leaseUntil?: string,
): Promise<void> => {
  const claim = (await findClaims(key, agent)).find(isOf(key))
  if (!claim) return
  const { organisationId, verificationId } = key
  const condition = {
    when: '#organisationId = :organisationId AND #verificationId = :verificationId AND #leaseUntil <= :leaseUntil',
    values: { organisationId, verificationId, leaseUntil: leaseUntil ?? claim.leaseUntil },
  }
  await conditionsMet(database.write({ delete: claimKey(key.mode, agent, claim.place), condition }))
}

interface VisitRelease extends Pick<AssignmentLease, 'by' | 'at'> {
  readonly reason?: RefusalReason | undefined
}

/** As many as supervisors look at. */
const keptRefusals = 10

const refusalsWith = ({ refusals = [] }: Assignment, refusal: VisitRefusal) =>
  [...refusals, refusal].slice(-keptRefusals)

/** Returns false if the agent has no claim. @param agent whose claim it is, if another person releases it */
export const releaseVisit = async (
  assignment: Assignment,
  release: VisitRelease,
  agent: string = release.by,
): Promise<boolean> => {
  const { by, at, reason } = release
  const whose = { by, agent, at }
  const isReleased = await (reason
    ? moveWork(assignment, 'refuse', {
        ...whose,
        facts: { reason },
        set: { refusals: refusalsWith(assignment, { agent: by, reason, at }) },
      })
    : moveWork(assignment, 'release', whose))
  if (isReleased) await deleteClaim(assignment, agent, assignment.leaseUntil)
  return isReleased
}

/** A lease that whoever asked for the rejection took meanwhile stands in nobody's way. */
export const claimReview = (assignment: Assignment, lease: AssignmentLease): Promise<boolean> => {
  const { by, at, until } = lease
  const set = { reviewer: by, reviewUntil: until }
  return moveWork(assignment, 'review', { by, at, facts: { leaseUntil: until }, set })
}

/**
 * Claims a report for a colleague, in the place of its reviewer, and writes the note: one transaction. Answers false if
 * the claim is not the one that was read, so that whatever happened meanwhile (a decision, a claim of others, the same
 * request) comes first; or if the number of the note is taken.
 */
export const giveReview = (
  assignment: Assignment,
  lease: AssignmentLease & Required<Pick<AssignmentLease, 'offeredBy'>>,
  note: Put,
): Promise<boolean> => {
  const { by: reviewer, offeredBy: by, at, until } = lease
  const set = { reviewer, reviewUntil: until }
  const facts = { reviewer, leaseUntil: until }
  return moveWork(assignment, 'handOver', { by, at, facts, set, also: { note } })
}

export const releaseReview = (
  assignment: Assignment,
  { by, at }: Pick<AssignmentLease, 'by' | 'at'>,
): Promise<boolean> => moveWork(assignment, 'releaseReview', { by, at, set: { reviewUntil: at } })
