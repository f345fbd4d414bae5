import { database } from '../table/driver.ts'
import { claimKey, claimsQuery, heldIndex, heldIndexAttributes } from '../table/keys.ts'
import { ConditionFailedError, conditionsMet, type Update } from '../table/port.ts'
import { expiresAt } from '../table/retention.ts'
import type { VerificationKey } from '../table/tenant.ts'
import { writeWithTrail } from '../trail/store.ts'
import type { Assignment } from './assignment.ts'
import { heldByCondition, assignmentItemKey, openChecks } from './store.ts'
import type { Position } from './contract.ts'

/** One of the few visits that an agent may hold at a time: it stands until it is given back, or its lease is over. */
interface Claim extends VerificationKey {
  readonly place: number
  readonly leaseUntil: string
}

/** Who takes something in hand, when, and until when. */
export interface AssignmentLease {
  readonly by: string
  /** Where an agent is at the moment. */
  readonly from?: Position | undefined
  readonly at: string
  readonly until: string
}

const isOf = (key: VerificationKey, claim: Claim): boolean =>
  claim.organisationId === key.organisationId && claim.verificationId === key.verificationId

/** The place where this claim stands, or the first that is free; undefined if there is none. */
const placeFor = async (
  key: VerificationKey,
  { by, at }: AssignmentLease,
  most: number,
): Promise<number | undefined> => {
  const { items } = await database.query<Claim>({ ...claimsQuery(key.mode, by), consistent: true })
  const own = items.find(claim => isOf(key, claim))
  const taken = new Set(items.filter(({ leaseUntil }) => leaseUntil > at).map(({ place }) => place))
  return own?.place ?? [...Array(most).keys()].find(place => !taken.has(place))
}

const putClaim = (key: VerificationKey, { by, at, until }: AssignmentLease, place: number) => {
  const { organisationId, mode, verificationId } = key
  return {
    put: {
      ...{ organisationId, mode, verificationId },
      ...claimKey(key.mode, by, place),
      place,
      leaseUntil: until,
      expiresAt: expiresAt(until, 1),
    },
    condition: {
      when: 'attribute_not_exists(#pk) OR #leaseUntil <= :at OR (#organisationId = :organisationId AND #verificationId = :verificationId)',
      values: { at, organisationId, verificationId },
    },
  }
}

/** Whoever claims anew begins anew; whoever has it goes on from when they claimed it. */
const claimed = (assignment: Assignment, { by, at, until, from }: AssignmentLease, index: object): Update => {
  const isOwn = assignment.status === 'claimed' && assignment.agent === by
  return {
    update: assignmentItemKey(assignment),
    set: {
      status: 'claimed',
      agent: by,
      leaseUntil: until,
      ...index,
      ...(!isOwn && { claimedAt: at, claimedFrom: from }),
    },
    condition: isOwn
      ? heldByCondition(by)
      : {
          when: '#status = :open OR (#status = :claimed AND #leaseUntil <= :at)',
          values: { open: 'open', claimed: 'claimed', at },
        },
  }
}

/** How often an agent's other claims may come between. */
const rounds = 5

/**
 * Claims a visit for an agent, who may hold `most` at a time. Of many at once one wins.
 * @returns `refused` if somebody else has it or it is over
 */
export const claimVisit = async (
  assignment: Assignment,
  lease: AssignmentLease,
  most: number,
): Promise<'claimed' | 'refused' | 'too-many'> => {
  const { by, at, until: leaseUntil } = lease
  for (let round = 0; round < rounds; round++) {
    const place = await placeFor(assignment, lease, most)
    if (place === undefined) return 'too-many'
    const index = heldIndex(assignment.mode, by, assignment.dueAt)
    const writes = [
      claimed(assignment, lease, index),
      putClaim(assignment, lease, place),
      ...openChecks(assignment),
    ]
    try {
      await writeWithTrail(assignment, at, [{ what: 'claimed', by, facts: { leaseUntil } }], ...writes)
      return 'claimed'
    } catch (error) {
      if (!(error instanceof ConditionFailedError)) throw error
      if (error.failed[0] || error.failed[2]) return 'refused'
    }
  }
  return 'too-many'
}

/** Claims a visit for somebody who holds any number and needs no list of them. Answers false as `refused` above. */
export const claimWithoutLimit = (assignment: Assignment, lease: AssignmentLease): Promise<boolean> =>
  conditionsMet(
    writeWithTrail(
      assignment,
      lease.at,
      [{ what: 'claimed', by: lease.by }],
      claimed(assignment, lease, {}),
      ...openChecks(assignment),
    ),
  )

/** Frees the place of a claim, unless another stands there by now. A crash before it frees the place when the lease ends. */
export const deleteClaim = async (key: VerificationKey, worker: string): Promise<void> => {
  const { items } = await database.query<Claim>({ ...claimsQuery(key.mode, worker), consistent: true })
  const claim = items.find(each => isOf(key, each))
  if (!claim) return
  const { organisationId, verificationId } = key
  const condition = {
    when: '#organisationId = :organisationId AND #verificationId = :verificationId',
    values: { organisationId, verificationId },
  }
  await conditionsMet(database.write({ delete: claimKey(key.mode, worker, claim.place), condition }))
}

/**
 * Gives a visit back, for anybody to claim. Answers false if the agent does not hold it.
 * @param agent whose it is, where somebody else takes it back
 */
export const releaseVisit = async (
  assignment: Assignment,
  { by, at }: Pick<AssignmentLease, 'by' | 'at'>,
  agent: string = by,
): Promise<boolean> => {
  const isReleased = await conditionsMet(
    writeWithTrail(assignment, at, [{ what: 'released', by }], {
      update: assignmentItemKey(assignment),
      set: { status: 'open' },
      remove: ['agent', 'claimedAt', 'leaseUntil', ...heldIndexAttributes],
      condition: heldByCondition(agent),
    }),
  )
  if (isReleased) await deleteClaim(assignment, agent)
  return isReleased
}

/** Takes a report in hand for a reviewer, so that no other looks at it meanwhile. Of many at once one wins. */
export const claimReview = (assignment: Assignment, { by, at, until }: AssignmentLease): Promise<boolean> =>
  conditionsMet(
    writeWithTrail(
      assignment,
      at,
      [{ what: 'reviewing', by, facts: { leaseUntil: until } }],
      {
        update: assignmentItemKey(assignment),
        set: { reviewer: by, reviewUntil: until },
        condition: {
          when: '#status = :reported AND #agent <> :by AND (attribute_not_exists(#reviewUntil) OR #reviewUntil <= :at OR #reviewer = :by)',
          values: { reported: 'reported', by, at },
        },
      },
      ...openChecks(assignment),
    ),
  )

/** Lets others review it. Whoever does not have it changes nothing. */
export const releaseReview = (
  assignment: Assignment,
  { by, at }: Pick<AssignmentLease, 'by' | 'at'>,
): Promise<boolean> =>
  conditionsMet(
    writeWithTrail(assignment, at, [{ what: 'released', by }], {
      update: assignmentItemKey(assignment),
      set: { reviewUntil: at },
      condition: { when: '#status = :reported AND #reviewer = :by', values: { reported: 'reported', by } },
    }),
  )
