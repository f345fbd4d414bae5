import { database } from '../table/driver.ts'
import { assignmentKey } from '../table/keys.ts'
import { holds } from '../table/port.ts'
import { expiresAt, retentionDays } from '../table/retention.ts'
import type { VerificationKey } from '../table/tenant.ts'
import type { Product } from '../verification/contract/product.ts'
import { isDecidable } from '../verification/product/definitions.ts'
import type { Decision, Report } from '../verification/report.ts'

/** The people's work on a verification, beside its record. The workflow waits on `taskToken`. */
export interface Assignment extends VerificationKey {
  readonly product: Product
  readonly taskToken: string
  readonly assignedAt: string
  readonly report?: Report
  readonly decision?: Decision
  readonly approvedAt?: string
  readonly rejectedAt?: string
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
  { product, taskToken, at }: { product: Product; taskToken: string; at: string },
): Promise<void> => {
  await database.write({
    update: keyOf(key),
    set: { ...key, product, taskToken, expiresAt: expiresAt(at, retentionDays.assignment) },
    setOnce: { assignedAt: at },
  })
}

/** What a person concludes: the report of the visit or call, the decision, or both in one. */
export interface Conclusion {
  readonly report?: Report
  readonly decision?: Decision
}

/**
 * Writes what a person found and decided. This is the one way to an outcome, for the simulated agent and for
 * people alike. The first decision stands: a second answers false. So does one on work that was never assigned.
 * @throws RangeError for an outcome that the product cannot have: a programming error, never a caller's
 */
export const conclude = async (
  key: VerificationKey,
  product: Product,
  { report, decision }: Conclusion,
): Promise<boolean> => {
  if (decision && !isDecidable(decision.outcome, product))
    throw new RangeError(`${product} cannot be decided as ${decision.outcome}`)
  const time = decision && {
    [decision.outcome === 'verified' ? 'approvedAt' : 'rejectedAt']: decision.decidedAt,
  }
  return holds(
    database.write({
      update: keyOf(key),
      set: { ...(report && { report }), ...(decision && { decision }), ...time },
      condition: { when: 'attribute_exists(#taskToken) AND attribute_not_exists(#decision)' },
    }),
  )
}

/** The assignments of many verifications, by verification. */
export const findAssignments = async (
  keys: readonly VerificationKey[],
): Promise<ReadonlyMap<number, Assignment>> => {
  const found = await database.getMany<Assignment>(keys.map(keyOf))
  return new Map(found.map(assignment => [assignment.verificationId, assignment]))
}
