import { database } from '../table/driver.ts'
import { assignmentKey, guardKey, verificationIndex, verificationKey } from '../table/keys.ts'
import { absent, type Check, type Condition, ConditionFailed, holds, type Item } from '../table/port.ts'
import { expiresAt, retentionDays, unlessExpired } from '../table/retention.ts'
import type { Tenant, VerificationKey } from '../table/tenant.ts'
import { duplicateWindowSeconds, fingerprintOf } from './duplicate.ts'
import type { Outcome } from './outcome.ts'
import { definitionOf } from './product/definitions.ts'
import { type Transition, type TransitionName, transitions } from './transition.ts'
import type { Verification } from './verification.ts'

const itemOf = (verification: Verification) => {
  const { id, product, customerReference, requestedAt } = verification
  return {
    ...verification,
    ...verificationKey(verification, id),
    ...verificationIndex(verification, id, definitionOf[product].noun, customerReference),
    expiresAt: expiresAt(requestedAt, retentionDays.verification),
  }
}

/** How the guard of an earlier, equal order is met. */
export interface GuardRule {
  /** The guard moves on to the new record, whatever it stands for. */
  readonly isRevisit?: boolean | undefined
  /** The guard may move on from this record, because it was cancelled. */
  readonly supersedes?: number | undefined
}

/** Stands for thirty days in the way of a second order of the same thing. */
const guardOf = (verification: Verification, nowMs: number, { isRevisit, supersedes = 0 }: GuardRule) => {
  const nowSeconds = Math.floor(nowMs / 1000)
  const subject = definitionOf[verification.product].subjectOf(verification)
  return {
    put: {
      ...guardKey(verification, fingerprintOf(verification, subject)),
      id: verification.id,
      expiresAt: nowSeconds + duplicateWindowSeconds,
    },
    ...(!isRevisit && {
      condition: {
        when: 'attribute_not_exists(#pk) OR #expiresAt <= :nowSeconds OR #id = :supersedes',
        values: { nowSeconds, supersedes },
      },
    }),
  }
}

export type Acceptance =
  | { readonly kind: 'accepted' }
  /** The same order was accepted before, under this id. */
  | { readonly kind: 'duplicate'; readonly id: number }
  /** The id is taken: draw again, unless this is the same request once more. */
  | { readonly kind: 'id-taken' }

/** Accepts an order: the record and its guard in one transaction, so that a thousand at once make one record. */
export const acceptVerification = async (
  verification: Verification,
  nowMs: number,
  rule: GuardRule = {},
): Promise<Acceptance> => {
  try {
    await database.write({ put: itemOf(verification), condition: absent }, guardOf(verification, nowMs, rule))
    return { kind: 'accepted' }
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    if (error.failed[0]) return { kind: 'id-taken' }
    return { kind: 'duplicate', id: Number(error.items[1]?.id) }
  }
}

/** Reads a verification of its tenant; absent for another organisation's, the other mode's, or one past its retention. */
export const findVerification = async (
  tenant: Tenant,
  id: number,
  nowMs: number,
): Promise<Verification | undefined> => {
  const item = await database.get<Verification & { expiresAt: number }>(verificationKey(tenant, id), {
    consistent: true,
  })
  return unlessExpired(item, nowMs)
}

const isIn = (from: readonly Outcome[]): Condition => ({
  when: `#outcome IN (${from.map(outcome => `:${outcome}`).join(', ')})`,
  values: Object.fromEntries(from.map(outcome => [outcome, outcome])),
})

/** The attribute of the assignment that says so. */
const attributeOf = { visited: '#report', decided: '#decision' } as const

const unlessDone = (key: VerificationKey, fact: keyof typeof attributeOf): Check => ({
  check: assignmentKey(key, key.verificationId),
  condition: { when: `attribute_not_exists(${attributeOf[fact]})` },
})

/** Changes that a move makes besides the outcome. */
export interface Change {
  readonly to: Outcome
  readonly at: string
  readonly set?: Item
  readonly setOnce?: Item
}

/**
 * Makes one move of the transition table: one write whose condition is the row's legal prior outcomes and, where
 * the row says so, that the people's work has not come so far. Answers false if the move is not legal (any more).
 */
export const moveVerification = async (
  key: VerificationKey,
  name: TransitionName,
  { to, at, set, setOnce }: Change,
): Promise<boolean> => {
  const row: Transition = transitions[name]
  if (!row.to.includes(to)) throw new RangeError(`${name} does not lead to ${to}`)
  const update = {
    update: verificationKey(key, key.verificationId),
    set: { outcome: to, updatedAt: at, ...set },
    ...(setOnce && { setOnce }),
    condition: isIn(row.from),
  }
  return holds(row.unless ? database.write(update, unlessDone(key, row.unless)) : database.write(update))
}
