import { database } from '../table/driver.ts'
import { assignmentKey, verificationKey } from '../table/keys.ts'
import { holds } from '../table/port.ts'
import { expiresAt, retentionDays } from '../table/retention.ts'
import type { VerificationKey } from '../table/tenant.ts'
import type { Report } from '../verification/report.ts'

/** The people's work on a verification, beside its record. The workflow waits on `taskToken`. */
export interface Assignment extends VerificationKey {
  readonly taskToken: string
  readonly assignedAt: string
  /** In test mode, after how long the simulated agent comes, unless at the stage's usual time. */
  readonly visitAfterSeconds?: number
  /** What was found, until somebody decides. */
  readonly report?: Report
}

const keyOf = (key: VerificationKey) => assignmentKey(key, key.verificationId)

export const findAssignment = (key: VerificationKey): Promise<Assignment | undefined> =>
  database.get<Assignment>(keyOf(key), { consistent: true })

/**
 * Opens the work, or hands it to the workflow's next waiting state: a later token replaces an earlier one, and
 * what people have done so far stays.
 */
export const assign = async (
  key: VerificationKey,
  {
    taskToken,
    at,
    visitAfterSeconds,
  }: { taskToken: string; at: string; visitAfterSeconds?: number | undefined },
): Promise<void> => {
  await database.write({
    update: keyOf(key),
    set: {
      ...key,
      taskToken,
      visitAfterSeconds,
      expiresAt: expiresAt(at, retentionDays.assignment),
    },
    setOnce: { assignedAt: at },
  })
}

/**
 * Files what was found, for somebody else to decide upon: from now on the verification is visited. Answers false for
 * work that was never opened or has its report, and for a verification that is final.
 */
export const fileReport = (key: VerificationKey, report: Report): Promise<boolean> =>
  holds(
    database.write(
      {
        update: keyOf(key),
        set: { report },
        condition: { when: 'attribute_exists(#taskToken) AND attribute_not_exists(#report)' },
      },
      {
        check: verificationKey(key, key.verificationId),
        condition: { when: '#outcome = :accepted', values: { accepted: 'accepted' } },
      },
    ),
  )

/** The assignments of many verifications, by verification. */
export const findAssignments = async (
  keys: readonly VerificationKey[],
): Promise<ReadonlyMap<number, Assignment>> => {
  const found = await database.getMany<Assignment>(keys.map(keyOf))
  return new Map(found.map(assignment => [assignment.verificationId, assignment]))
}
