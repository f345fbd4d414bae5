import { database } from '../table/driver.ts'
import {
  assignmentKey,
  backCheckKey,
  disputeKey,
  listIndexAttributes,
  openWorkList,
  verificationKey,
  workIndex,
} from '../table/keys.ts'
import { type Check, type Condition, conditionsMet, type Key, present } from '../table/port.ts'
import { expiresAt, retentionDays } from '../table/retention.ts'
import type { PlainItem } from '../table/attribute-storage.ts'
import type { VerificationKey } from '../table/tenant.ts'
import type { Verification } from '../verification/verification.ts'
import { type Assignment, type AssignmentKey, visitAreaOf } from './assignment.ts'

/** An assignment without what is sealed. */
export type PlainAssignment = PlainItem<'assignment', Assignment>

const keyOf = (key: VerificationKey) => assignmentKey(key, key.verificationId)

/** Where an assignment lies. */
export const assignmentItemKey = (key: AssignmentKey): Key => {
  if (key.dispute) return disputeKey(key, key.verificationId, key.dispute)
  return (key.isBackCheck ? backCheckKey : assignmentKey)(key, key.verificationId)
}

/** The same without what is sealed: what the service itself goes by. */
export const findPlainAssignment = (key: VerificationKey): Promise<PlainAssignment | undefined> =>
  database.get<PlainAssignment>(keyOf(key), { consistent: true, clear: true })

export const findAssignment = (key: VerificationKey): Promise<Assignment | undefined> =>
  database.get<Assignment>(keyOf(key), { consistent: true })

/** The second look at a verification, if one was asked for. */
export const findBackCheck = (key: VerificationKey): Promise<Assignment | undefined> =>
  database.get<Assignment>(backCheckKey(key, key.verificationId), { consistent: true })

/** The assignments of many verifications, by verification. */
export const findAssignments = async (
  keys: readonly VerificationKey[],
): Promise<ReadonlyMap<number, Assignment>> => {
  const found = await database.getMany<Assignment>(keys.map(keyOf))
  return new Map(found.map(assignment => [assignment.verificationId, assignment]))
}

/** How work is opened: what the workflow waits on, since when, and until when it is not late. */
export interface AssignmentOpening {
  readonly taskToken: string
  readonly at: string
  readonly dueAt: string
  readonly visitAfterSeconds?: number | undefined
  /** Whether people are to find it in their list. */
  readonly isListed: boolean
}

/**
 * Opens the work for people to see, or hands it to the workflow's next waiting state: a later token replaces an earlier
 * one, and what people have done so far stays.
 */
export const openAssignment = async (
  key: VerificationKey,
  verification: Verification,
  { taskToken, at, dueAt, visitAfterSeconds, isListed }: AssignmentOpening,
): Promise<void> => {
  const { product } = verification
  const place = visitAreaOf(verification)
  await database.write({
    update: keyOf(key),
    set: {
      ...key,
      ...place,
      product,
      taskToken,
      visitAfterSeconds,
      dueAt,
      expiresAt: expiresAt(at, retentionDays.assignment),
    },
    setOnce: {
      ...{ assignedAt: at, status: 'open' },
      ...(isListed && workIndex(key, openWorkList(place.stateId), dueAt)),
    },
  })
}

/** Takes work off every list: its verification is final, however that came. Once more is harmless. */
export const closeAssignment = async (key: VerificationKey): Promise<void> => {
  const write = {
    update: keyOf(key),
    set: { status: 'decided' },
    remove: listIndexAttributes,
    condition: present,
  }
  await conditionsMet(database.write(write))
}

/** An agent has it in hand and has not reported it. */
export const heldByCondition = (agent: string): Condition => ({
  when: '#status = :claimed AND #agent = :agent',
  values: { claimed: 'claimed', agent },
})

/** Nobody has the work in hand, nor has reported it. */
export const unclaimedCheck = (key: VerificationKey): Check => ({
  check: keyOf(key),
  condition: { when: '#status = :open', values: { open: 'open' } },
})

/** The work is this agent's, and not reported: the first visit or call, as a back-check takes no evidence. */
export const heldCheck = (key: VerificationKey, agent: string): Check => ({
  check: keyOf(key),
  condition: heldByCondition(agent),
})

/** The record is not final: whatever people do, they do it before that. Only a back-check and a dispute come after. */
export const openChecks = (key: AssignmentKey): readonly Check[] =>
  key.isBackCheck || key.dispute
    ? []
    : [
        {
          check: verificationKey(key, key.verificationId),
          condition: { when: '#outcome = :accepted', values: { accepted: 'accepted' } },
        },
      ]
