import { again, retry } from '../aws/retry.ts'
import { database } from '../table/driver.ts'
import {
  claimedWorkIndex,
  claimKey,
  claimsQuery,
  heldIndex,
  heldIndexAttributes,
  isListedWork,
  openWorkIndex,
} from '../table/keys.ts'
import { type Condition, conditionsMet, failureOf, type Put } from '../table/port.ts'
import { expiresAt } from '../table/retention.ts'
import type { Mode, VerificationKey } from '../table/tenant.ts'
import { writeWithTrail } from '../trail/store.ts'
import type { Assignment } from './assignment.ts'
import type { Position } from './contract.ts'
import type { RefusalReason } from './refusal-contract.ts'
import { assignmentItemKey, heldByCondition, type PlainAssignment, updateOpenAssignment } from './store.ts'

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

/** What is open, or was held for too long. */
const claimable = (at: string): Condition => ({
  when: '#status = :open OR (#status = :claimed AND #leaseUntil <= :at)',
  values: { open: 'open', claimed: 'claimed', at },
})

/** For a supervisor also the claim that was read: one that was accepted or renewed since is another. */
const assignable = ({ agent = '', leaseUntil = '' }: Assignment, at: string): Condition => ({
  when: '#status = :open OR (#status = :claimed AND (#leaseUntil <= :at OR (#agent = :agent AND #leaseUntil = :leaseUntil)))',
  values: { open: 'open', claimed: 'claimed', at, agent, leaseUntil },
})

const claimCondition = (assignment: Assignment, { by, at, offeredBy }: AssignmentLease): Condition => {
  if (offeredBy !== undefined) return assignable(assignment, at)
  const isOwn = assignment.status === 'claimed' && assignment.agent === by
  return isOwn ? heldByCondition(by) : claimable(at)
}

/** Re-claiming keeps the agent's `claimedAt`; a first claim, also of what was assigned to them, resets it. */
const claimUpdate = (assignment: Assignment, lease: AssignmentLease, index: object) => {
  const { by, at, until, from, offeredBy } = lease
  const isOwn = assignment.status === 'claimed' && assignment.agent === by
  const isFirst = !isOwn || assignment.offeredBy !== undefined
  return {
    set: {
      status: 'claimed',
      agent: by,
      leaseUntil: until,
      offeredBy,
      ...index,
      ...(isFirst && { claimedAt: at, claimedFrom: from }),
    },
    remove: [
      ...(offeredBy ? [] : ['offeredBy']),
      ...(isFirst ? ['isLeaseExtended'] : []),
      ...(isFirst && !from ? ['claimedFrom'] : []),
    ],
    condition: claimCondition(assignment, lease),
  }
}

const claimEvent = ({ by, until, offeredBy }: AssignmentLease) =>
  offeredBy === undefined
    ? ({ what: 'claimed', by, facts: { leaseUntil: until } } as const)
    : ({ what: 'assigned', by: offeredBy, facts: { agent: by, leaseUntil: until } } as const)

/** A claim may take a slot that another claim of the same agent takes at this moment. */
const slotTries = 5

/** One of many concurrent claims succeeds. @returns `refused` if another has claimed it or it is decided */
export const claimVisit = async (
  assignment: Assignment,
  lease: AssignmentLease,
  maxClaims: number,
): Promise<'claimed' | 'refused' | 'too-many'> => {
  const { by, at, until: leaseUntil } = lease
  const isMoved = lease.offeredBy !== undefined && assignment.status === 'claimed' && assignment.agent !== by
  const index = {
    ...heldIndex(assignment.mode, by, assignment.dueAt),
    ...(isListedWork(assignment) && claimedWorkIndex(assignment, leaseUntil)),
  }
  const update = { update: assignmentItemKey(assignment), ...claimUpdate(assignment, lease, index) }
  return retry(
    { times: slotTries },
    async () => {
      const slot = await findSlot(assignment, lease, maxClaims)
      if (slot === undefined) return 'too-many'
      const writes = { work: update, slot: claimWrite(assignment, lease, slot) }
      const failure = await failureOf(writeWithTrail(assignment, at, [claimEvent(lease)], writes))
      if (failure) return failure.failed.has('work') ? 'refused' : again()
      if (isMoved) await deleteClaim(assignment, assignment.agent!, assignment.leaseUntil)
      return 'claimed'
    },
    () => 'too-many',
  )
}

const extendable = (agent: string, leaseUntil: string): Condition => {
  const { when, values } = heldByCondition(agent)
  return {
    when: `${when} AND #leaseUntil = :leaseUntil AND attribute_not_exists(#offeredBy) AND attribute_not_exists(#isLeaseExtended)`,
    values: { ...values, leaseUntil },
  }
}

/** Once for each claim, however often its agent renews it. Answers false if nobody holds it by this lease, or has not accepted it. */
export const extendLease = (
  assignment: PlainAssignment,
  { place, leaseUntil }: StoredClaim,
  lease: AssignmentLease,
): Promise<boolean> => {
  const { by, at, until } = lease
  const event = { what: 'leaseExtended', by: 'service', facts: { agent: by, leaseUntil: until } } as const
  return conditionsMet(
    writeWithTrail(assignment, at, [event], {
      work: {
        update: assignmentItemKey(assignment),
        set: {
          leaseUntil: until,
          isLeaseExtended: true,
          ...(isListedWork(assignment) && claimedWorkIndex(assignment, until)),
        },
        condition: extendable(by, leaseUntil),
      },
      slot: claimWrite(assignment, lease, place),
    }),
  )
}

/** Claims a visit for the simulated agent, who holds any number and needs no list. Answers false as `refused` above. */
export const claimWithoutLimit = (assignment: Assignment, lease: AssignmentLease): Promise<boolean> => {
  const { by, at } = lease
  return updateOpenAssignment(assignment, { what: 'claimed', by, at }, claimUpdate(assignment, lease, {}))
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

const refusalsWith = ({ refusals = [] }: Assignment, { by, at, reason }: VisitRelease) =>
  reason && { refusals: [...refusals, { agent: by, reason, at }].slice(-keptRefusals) }

/** Returns false if the agent has no claim. @param agent whose claim it is, if another person releases it */
export const releaseVisit = async (
  assignment: Assignment,
  release: VisitRelease,
  agent: string = release.by,
): Promise<boolean> => {
  const { by, at, reason } = release
  const event = { what: 'released', by, ...(reason && { facts: { reason } }) } as const
  const work = {
    update: assignmentItemKey(assignment),
    set: {
      status: 'open',
      ...refusalsWith(assignment, release),
      ...(isListedWork(assignment) && openWorkIndex(assignment)),
    },
    remove: ['agent', 'claimedAt', 'leaseUntil', 'isLeaseExtended', 'offeredBy', ...heldIndexAttributes],
    condition: heldByCondition(agent),
  }
  const isReleased = await conditionsMet(writeWithTrail(assignment, at, [event], { work }))
  if (isReleased) await deleteClaim(assignment, agent, assignment.leaseUntil)
  return isReleased
}

const claimableReport = [
  '#status = :reported AND #agent <> :by',
  '(attribute_not_exists(#reviewUntil) OR #reviewUntil <= :at OR #reviewer IN (:by, :stagedBy))',
].join(' AND ')

/** A reviewer's list begins with what they have: the index is that of a visit which its agent holds. */
const reviewOf = ({ mode, dueAt }: Assignment, { by, until }: AssignmentLease) => ({
  reviewer: by,
  reviewUntil: until,
  ...heldIndex(mode, by, dueAt),
})

/** A lease that whoever asked for the rejection took meanwhile stands in nobody's way. */
export const claimReview = (assignment: Assignment, lease: AssignmentLease): Promise<boolean> => {
  const { by, at, until } = lease
  return updateOpenAssignment(
    assignment,
    { what: 'reviewing', by, at, facts: { leaseUntil: until } },
    {
      set: reviewOf(assignment, lease),
      condition: {
        when: claimableReport,
        values: { reported: 'reported', by, at, stagedBy: assignment.stagedDecision?.by ?? by },
      },
    },
  )
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
  const { by, offeredBy, at, until } = lease
  const update = {
    update: assignmentItemKey(assignment),
    set: reviewOf(assignment, lease),
    condition: {
      when: '#status = :reported AND #reviewer = :offeredBy AND #reviewUntil = :reviewUntil',
      values: { reported: 'reported', offeredBy, reviewUntil: assignment.reviewUntil },
    },
  }
  const event = { what: 'assigned', by: offeredBy, facts: { reviewer: by, leaseUntil: until } } as const
  return conditionsMet(writeWithTrail(assignment, at, [event], { work: update, note }))
}

export const releaseReview = (
  assignment: Assignment,
  { by, at }: Pick<AssignmentLease, 'by' | 'at'>,
): Promise<boolean> =>
  conditionsMet(
    writeWithTrail(assignment, at, [{ what: 'released', by }], {
      work: {
        update: assignmentItemKey(assignment),
        set: { reviewUntil: at },
        remove: heldIndexAttributes,
        condition: { when: '#status = :reported AND #reviewer = :by', values: { reported: 'reported', by } },
      },
    }),
  )
