import { database } from '../table/driver.ts'
import { assignmentKey, guardKey, openKey, verificationIndex, verificationKey } from '../table/keys.ts'
import { absent, type Condition, ConditionFailed, holds, type Item, type Update } from '../table/port.ts'
import { expiresAt, retentionDays, unlessExpired } from '../table/retention.ts'
import type { Tenant, VerificationKey } from '../table/tenant.ts'
import {
  dobDigestOf,
  duplicateWindowSeconds,
  fingerprintOf,
  type Guard,
  othersAfter,
  repeatedBy,
} from './duplicate.ts'
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

/** What reconciliation finds it by: that it is open, or is about to be. */
export interface Opening extends VerificationKey {
  /** When this was written, ISO 8601. */
  readonly at: string
}

const openingOf = ({ organisationId, mode, id, requestedAt }: Verification, at: string) => ({
  ...({ organisationId, mode, verificationId: id, at } satisfies Opening),
  ...openKey({ organisationId, mode }, id),
  expiresAt: expiresAt(requestedAt, retentionDays.verification),
})

/** How the guard of an earlier, equal order is met. */
export interface GuardRule {
  /** The guard as it was met, which may move on from there. */
  readonly met?: Guard | undefined
  /** The guard moves on to the new record, whatever it stands for meanwhile. */
  readonly isForced?: boolean
}

/** What the guard stands for from now on. */
const guardOf = (verification: Verification, nowSeconds: number, met: Guard | undefined): Guard => {
  const { id } = verification
  const { dob } = fingerprintsOf(verification)
  const others = othersAfter(met, nowSeconds).filter(other => other.id !== id)
  const expiresAtSeconds = nowSeconds + duplicateWindowSeconds
  return { id, dob, expiresAt: expiresAtSeconds, ...(others.length > 0 && { others }) }
}

/** What makes an order the same as another: its subject, and when the applicant was born. */
export const fingerprintsOf = (verification: Verification) => {
  const subject = definitionOf[verification.product].subjectOf(verification)
  const fingerprint = fingerprintOf(verification, subject)
  return { fingerprint, dob: dobDigestOf(fingerprint, verification.applicant.dob) }
}

/** Stands for thirty days in the way of a second order of the same thing. */
const claimOf = (verification: Verification, guard: Guard, nowSeconds: number, rule: GuardRule): Update => {
  const { fingerprint } = fingerprintsOf(verification)
  return {
    update: guardKey(verification, fingerprint),
    set: guard,
    remove: [...(guard.dob ? [] : ['dob']), ...(guard.others ? [] : ['others'])],
    ...(!rule.isForced && {
      condition: {
        when: 'attribute_not_exists(#pk) OR #expiresAt <= :nowSeconds OR #id = :met',
        values: { nowSeconds, met: rule.met?.id ?? 0 },
      },
    }),
  }
}

export type Acceptance =
  | { readonly kind: 'accepted' }
  /** A guard stands in the way, for these orders of the same person; for none, it is of other people alone. */
  | { readonly kind: 'guarded'; readonly guard: Guard; readonly earlier: readonly number[] }
  /** The id is taken, and the guard stands for it: draw again, unless this is the same request once more. */
  | { readonly kind: 'id-taken'; readonly guard: Guard }

/** What stood in the way of a write; undefined if nothing did. */
const inTheWayOf = async (
  write: Promise<unknown>,
): Promise<{ readonly met: Item | undefined } | undefined> => {
  try {
    await write
    return undefined
  } catch (error) {
    if (error instanceof ConditionFailed) return { met: error.items[0] }
    throw error
  }
}

/**
 * Accepts an order: claims its guard and notes that it is open, and then writes its record. A thousand at once make one
 * record, because whoever meets a guard without a record waits for it or makes sure that it cannot come any more
 * (`acceptance.ts`). In one transaction the three would cost eight write units instead of five, and no less time.
 */
export const acceptVerification = async (
  verification: Verification,
  nowMs: number,
  rule: GuardRule = {},
): Promise<Acceptance> => {
  const nowSeconds = Math.floor(nowMs / 1000)
  const guard = guardOf(verification, nowSeconds, rule.met)
  const [claim] = await Promise.all([
    inTheWayOf(database.write(claimOf(verification, guard, nowSeconds, rule))),
    // If nothing comes of it, reconciliation removes it.
    database.write({ put: openingOf(verification, new Date(nowMs).toISOString()) }),
  ])
  if (claim) {
    const met = claim.met as unknown as Guard
    return {
      kind: 'guarded',
      guard: met,
      earlier: repeatedBy(met, fingerprintsOf(verification).dob, nowSeconds),
    }
  }
  const taken = await inTheWayOf(database.write({ put: itemOf(verification), condition: absent }))
  return taken ? { kind: 'id-taken', guard } : { kind: 'accepted' }
}

/**
 * Takes the place of a record that a guard stands for and that has not come: nobody sees it, and the record cannot come
 * any more. Answers false if it has come meanwhile.
 */
export const barRecord = ({ organisationId, mode }: Tenant, id: number, nowMs: number): Promise<boolean> =>
  holds(
    database.write({
      put: {
        ...verificationKey({ organisationId, mode }, id),
        ...{ organisationId, mode, id },
        erasedAt: new Date(nowMs).toISOString(),
        expiresAt: Math.floor(nowMs / 1000) + duplicateWindowSeconds,
      },
      condition: absent,
    }),
  )

/**
 * Reads a verification of its tenant; absent for another organisation's, the other mode's, or one past its
 * retention. One just written may be missed unless the read is consistent.
 */
export const findVerification = async (
  tenant: Tenant,
  id: number,
  nowMs: number,
  { consistent = true } = {},
): Promise<Verification | undefined> => {
  const item = await database.get<Verification & { expiresAt: number }>(verificationKey(tenant, id), {
    consistent,
  })
  return unlessExpired(item, nowMs)
}

const isIn = (from: readonly Outcome[]): Condition => ({
  when: `#outcome IN (${from.map(outcome => `:${outcome}`).join(', ')})`,
  values: Object.fromEntries(from.map(outcome => [outcome, outcome])),
})

/** The attribute of the assignment that says so. */
const attributeOf = { visited: '#report' } as const

/** Changes that a move makes besides the outcome. */
export interface Change {
  readonly to: Outcome
  readonly at: string
  readonly set?: Item
  readonly setOnce?: Item
}

/** A write whose answer was lost is sent again, and meets itself: by its outcome, its time and who decided. */
const isOwn = (stored: Item | undefined, set: Item): boolean =>
  ['outcome', 'updatedAt', 'decidedBy'].every(name => stored?.[name] === set[name])

/**
 * Makes one move of the transition table: one transaction whose condition is the row's legal prior outcomes and,
 * where the row says so, that the people's work has not come so far. Answers false if the move is not legal (any more).
 */
export const moveVerification = async (
  key: VerificationKey,
  name: TransitionName,
  { to, at, set, setOnce }: Change,
): Promise<boolean> => {
  const { from, to: legal, unless }: Transition = transitions[name]
  if (!legal.includes(to)) throw new RangeError(`${name} does not lead to ${to}`)
  const update = {
    update: verificationKey(key, key.verificationId),
    set: { outcome: to, updatedAt: at, ...set },
    ...(setOnce && { setOnce }),
    condition: isIn(from),
  }
  if (!unless) return holds(database.write(update), ([stored]) => isOwn(stored, update.set))
  const condition = { when: `attribute_not_exists(${attributeOf[unless]})` }
  return holds(database.write(update, { check: assignmentKey(key, key.verificationId), condition }))
}

/** Notes that a verification's end was told: nothing is left to do about it. */
export const markTold = async (key: VerificationKey): Promise<void> => {
  await database.write({ delete: openKey(key, key.verificationId) })
}

/** Removes what notes as open a record that never came, unless somebody is about to write that. */
export const closeOpening = async ({ at, ...key }: Opening): Promise<void> => {
  const condition = { when: '#at = :at', values: { at } }
  await holds(database.write({ delete: openKey(key, key.verificationId), condition }))
}
