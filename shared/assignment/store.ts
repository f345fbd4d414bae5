import type { PlainItem } from '../table/attribute-storage.ts'
import { database } from '../table/driver.ts'
import {
  assignmentKey,
  disputeKey,
  listIndexAttributes,
  openWorkIndex,
  verificationKey,
} from '../table/keys.ts'
import {
  type Check,
  type Condition,
  conditionsMet,
  type Item,
  type Key,
  present,
  type Update,
} from '../table/port.ts'
import { expiresAt, retentionDays } from '../table/retention.ts'
import type { VerificationKey } from '../table/tenant.ts'
import type { TrailEvent } from '../trail/entry.ts'
import { writeWithTrail } from '../trail/store.ts'
import type { Verification } from '../verification/verification.ts'
import { type Assignment, type AssignmentKey, visitAreaOf } from './assignment.ts'

export type PlainAssignment = PlainItem<'assignment', Assignment>

const keyOf = (key: VerificationKey) => assignmentKey(key, key.verificationId)

export const assignmentItemKey = (key: AssignmentKey): Key =>
  key.dispute ? disputeKey(key, key.verificationId, key.dispute) : assignmentKey(key, key.verificationId)

export const findPlainAssignment = (key: VerificationKey): Promise<PlainAssignment | undefined> =>
  database.get<PlainAssignment>(keyOf(key), { consistent: true, plainOnly: true })

export const findAssignment = (key: VerificationKey): Promise<Assignment | undefined> =>
  database.get<Assignment>(keyOf(key), { consistent: true })

export const findAssignments = async (
  keys: readonly VerificationKey[],
): Promise<ReadonlyMap<number, Assignment>> => {
  const found = await database.getMany<Assignment>(keys.map(keyOf))
  return new Map(found.map(assignment => [assignment.verificationId, assignment]))
}

export interface AssignmentOpening {
  readonly taskToken: string
  readonly at: string
  readonly dueAt: string
  readonly visitAfterSeconds?: number | undefined
  readonly isListed: boolean
}

/** Opens the work, or hands it to the workflow's next state: a later token replaces an earlier one, the rest stays. */
export const openAssignment = async (
  key: VerificationKey,
  verification: Verification,
  { taskToken, at, dueAt, visitAfterSeconds, isListed }: AssignmentOpening,
): Promise<void> => {
  const area = visitAreaOf(verification)
  await database.write({
    update: keyOf(key),
    set: {
      ...key,
      ...area,
      product: verification.product,
      taskToken,
      visitAfterSeconds,
      dueAt,
      expiresAt: expiresAt(at, retentionDays.assignment),
    },
    setOnce: {
      assignedAt: at,
      status: 'open',
      ...(isListed && openWorkIndex({ ...key, ...area, dueAt })),
    },
  })
}

export const closeAssignment = async (key: VerificationKey): Promise<void> => {
  const set = { status: 'decided' }
  const pending = ['pendingDecision', 'decisionHoldsAt']
  await conditionsMet(
    database.write({
      update: keyOf(key),
      set,
      remove: [...pending, ...listIndexAttributes],
      condition: present,
    }),
  )
}

export const heldByCondition = (agent: string): Condition => ({
  when: '#status = :claimed AND #agent = :agent',
  values: { claimed: 'claimed', agent },
})

export const unclaimedCheck = (key: VerificationKey): Check => ({
  check: keyOf(key),
  condition: { when: '#status = :open', values: { open: 'open' } },
})

/** The work is this agent's. */
export const heldCheck = (key: VerificationKey, agent: string): Check => ({
  check: keyOf(key),
  condition: heldByCondition(agent),
})

/** The record is not final. Only a back-check and a dispute come after the end. */
export const openChecks = (key: AssignmentKey & Pick<Assignment, 'backCheckOf'>): readonly Check[] =>
  key.backCheckOf || key.dispute
    ? []
    : [
        {
          check: verificationKey(key, key.verificationId),
          condition: { when: '#outcome = :accepted', values: { accepted: 'accepted' } },
        },
      ]

/** Updates work whose verification is not final. @param isOwn whether it is what an earlier, lost response of this write left */
export const updateOpenAssignment = (
  assignment: Assignment,
  { at, ...event }: TrailEvent & { readonly at: string },
  update: Omit<Update, 'update'>,
  isOwn: (stored: Item | undefined) => boolean = () => false,
): Promise<boolean> =>
  conditionsMet(
    writeWithTrail(
      assignment,
      at,
      [event],
      { update: assignmentItemKey(assignment), ...update },
      ...openChecks(assignment),
    ),
    ([stored]) => isOwn(stored),
  )
