import { database } from '../../table/driver.ts'
import type { PlainItem } from '../../table/kind.ts'
import { type Check, type Condition, conditionsMet, present, type Update } from '../../table/port.ts'
import { expiresAt } from '../../table/retention.ts'
import type { VerificationKey } from '../../table/tenant.ts'
import { assignmentKey, assignmentKind } from '../../verification/assignment-kind.ts'
import { workEndWrite } from '../../verification/transition-store.ts'
import type { Verification } from '../../verification/verification.ts'
import { type Assignment, visitAreaOf } from './assignment.ts'
import { openWorkIndex } from './kinds.ts'
import { type Given, heldBy, statusIn } from './move-store.ts'
import { moves } from './moves.ts'

export type PlainAssignment = PlainItem<typeof assignmentKind, Assignment>

const keyOf = (key: VerificationKey) => assignmentKey(key, key.verificationId)

/** Where a record was final before its work was opened, nobody has any. */
export const ifOpened = <Work extends Pick<Assignment, 'assignedAt'>>(
  stored: Work | undefined,
): Work | undefined => (stored?.assignedAt === undefined ? undefined : stored)

export const findPlainAssignment = async (key: VerificationKey): Promise<PlainAssignment | undefined> =>
  ifOpened(await database.get<PlainAssignment>(keyOf(key), { consistent: true, plainOnly: true }))

export const findAssignment = async (key: VerificationKey): Promise<Assignment | undefined> =>
  ifOpened(await database.get<Assignment>(keyOf(key), { consistent: true }))

export const findAssignments = async (
  keys: readonly VerificationKey[],
): Promise<ReadonlyMap<number, Assignment>> => {
  const found = await database.getMany<Assignment>(keys.map(keyOf))
  return new Map(found.filter(ifOpened).map(assignment => [assignment.verificationId, assignment]))
}

/** Without what is sealed in them. */
export const findPlainAssignments = async (
  keys: readonly VerificationKey[],
): Promise<readonly PlainAssignment[]> =>
  (await database.getMany<PlainAssignment>(keys.map(keyOf), { plainOnly: true })).filter(ifOpened)

export interface AssignmentOpening {
  readonly taskToken: string
  readonly at: string
  readonly dueAt: string
  readonly visitAfterSeconds?: number | undefined
  readonly isListed: boolean
}

/** Not ended with its record. Work that is not opened yet has not ended. */
const unended: Condition = statusIn(['unopened', 'open', 'claimed', 'reported'])

/**
 * Opens the work, or hands it to the workflow's next state: a later token replaces an earlier one, the rest stays.
 * Answers false if its record is final.
 */
export const openAssignment = (
  key: VerificationKey,
  verification: Verification,
  { taskToken, at, dueAt, visitAfterSeconds, isListed }: AssignmentOpening,
): Promise<boolean> => {
  const area = visitAreaOf(verification)
  return conditionsMet(
    database.write({
      update: keyOf(key),
      set: {
        ...key,
        ...area,
        product: verification.product,
        taskToken,
        visitAfterSeconds,
        dueAt,
        expiresAt: expiresAt(at, assignmentKind.days),
      },
      setOnce: {
        assignedAt: at,
        status: 'open',
        ...(isListed && openWorkIndex({ ...key, ...area, dueAt })),
      },
      condition: unended,
    }),
  )
}

/** As the applicant's "no" ends it: whoever was under way is told, and what they have done by then is kept. */
export const applicantEndWrite = (key: VerificationKey, at: string): Update => {
  const end = workEndWrite(key, at)
  const set: Given<'endByApplicant'> = { consentEndedAt: at }
  return { ...end, set: { ...end.set, ...set } }
}

/** Ends work whose record is gone: it did not end with it. */
export const closeAssignment = async (key: VerificationKey, nowMs: number): Promise<void> => {
  await conditionsMet(database.write(workEndWrite(key, new Date(nowMs).toISOString(), present)))
}

/** Of work that may end only then. */
export const unclaimed = (): Condition => statusIn(moves.endUnclaimed.from)

/** The work is this agent's, and has therefore not ended. */
export const heldCheck = (key: VerificationKey, agent: string): Check => ({
  check: keyOf(key),
  condition: heldBy(agent),
})

/** The work is this agent's, or was when its applicant did not agree. */
export const sendableCheck = (key: VerificationKey, agent: string): Check => ({
  check: keyOf(key),
  condition: {
    when: '#agent = :agent AND (#status = :claimed OR attribute_exists(#consentEndedAt))',
    values: { claimed: 'claimed', agent },
  },
})

/** The record is not final, as its work says: no write to the work may stand beside it. */
export const openCheck = (key: VerificationKey): Check => ({ check: keyOf(key), condition: unended })

/** Has the agent's phone look again at what the applicant said. Fails where the verification is final. */
export const applicantSaidWrite = (key: VerificationKey, at: string): Update => ({
  update: keyOf(key),
  set: { applicantSaidAt: at },
  condition: unended,
})
