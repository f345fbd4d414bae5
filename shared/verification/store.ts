import { reservationWrites } from '../ledger/spend-store.ts'
import { database } from '../table/driver.ts'
import {
  assignmentKey,
  duplicateGuardKey,
  openKey,
  verificationIndex,
  verificationKey,
} from '../table/keys.ts'
import {
  absent,
  type Check,
  type Condition,
  ConditionFailedError,
  conditionsMet,
  type Item,
  type Update,
  type Write,
} from '../table/port.ts'
import { expiresAt, retentionDays, unlessExpired } from '../table/retention.ts'
import type { Tenant, VerificationKey } from '../table/tenant.ts'
import type { Facts, TrailEvent } from '../trail/entry.ts'
import { writeWithTrail } from '../trail/store.ts'
import type { Outcome } from './contract/outcome.ts'
import {
  type DuplicateGuard,
  digestDateOfBirth,
  duplicateWindowSeconds,
  findRepeated,
  fingerprintOrder,
  remainingAfter,
} from './duplicate.ts'
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

/** What reconciliation finds it by. */
const openOf = ({ organisationId, mode, id, requestedAt }: Verification) => ({
  organisationId,
  mode,
  verificationId: id,
  ...openKey({ organisationId, mode }, id),
  expiresAt: expiresAt(requestedAt, retentionDays.verification),
})

/** On what terms an order is accepted: how the guard of an earlier, equal one is met, and what may be spent. */
export interface AcceptanceTerms {
  /** The guard as it was met, which may move on from there. */
  readonly met?: DuplicateGuard | undefined
  /** The guard moves on to the new record, whatever it stands for meanwhile. */
  readonly isForced?: boolean
  /** What the client's orders of a month must not exceed, where the order puts something aside. */
  readonly spendCap?: number | undefined
}

/** What the guard stands for from now on. */
const guarded = (guard: DuplicateGuard, met: DuplicateGuard | undefined, nowSeconds: number) => {
  const others = remainingAfter(met, nowSeconds)
  return {
    set: { ...guard, ...(others.length > 0 && { others }) },
    remove: [...(guard.dob ? [] : ['dob']), ...(others.length > 0 ? [] : ['others'])],
  }
}

/** What makes an order the same as another: its subject, and when the applicant was born. */
export const fingerprintsOf = (verification: Verification) => {
  const subject = definitionOf[verification.product].subjectOf(verification)
  const fingerprint = fingerprintOrder(verification, subject)
  return { fingerprint, dob: digestDateOfBirth(fingerprint, verification.applicant.dob) }
}

/** Stands for thirty days in the way of a second order of the same thing. */
const guardOf = (verification: Verification, nowSeconds: number, rule: AcceptanceTerms): Update => {
  const { fingerprint, dob } = fingerprintsOf(verification)
  const guard = { id: verification.id, dob, expiresAt: nowSeconds + duplicateWindowSeconds }
  return {
    update: duplicateGuardKey(verification, fingerprint),
    ...guarded(guard, rule.met, nowSeconds),
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
  | { readonly kind: 'guarded'; readonly guard: DuplicateGuard; readonly earlier: readonly number[] }
  /** Too little is left of what the client may spend. */
  | { readonly kind: 'capped' }
  /** The id is taken: draw again, unless this is the same request once more. */
  | { readonly kind: 'id-taken' }

const puttingAside = (verification: Verification, { spendCap }: AcceptanceTerms): readonly Write[] => {
  const { id: verificationId, organisationId, mode, reservation, requestedAt } = verification
  if (!reservation || spendCap === undefined) return []
  return reservationWrites({ organisationId, mode, verificationId }, { reservation, spendCap }, requestedAt)
}

/**
 * Accepts an order: the record, its guard, that it is open and what it puts aside in one transaction, so that a thousand
 * at once make one record, and no more of them than a cap allows.
 */
export const acceptVerification = async (
  verification: Verification,
  nowMs: number,
  terms: AcceptanceTerms = {},
): Promise<Acceptance> => {
  const nowSeconds = Math.floor(nowMs / 1000)
  try {
    await database.write(
      { put: itemOf(verification), condition: absent },
      guardOf(verification, nowSeconds, terms),
      { put: openOf(verification) },
      ...puttingAside(verification, terms),
    )
    return { kind: 'accepted' }
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error
    if (error.failed[0]) return { kind: 'id-taken' }
    // What repeats an earlier order costs nothing, whatever is left.
    if (!error.failed[1]) return { kind: error.failed.at(-1) ? 'capped' : 'id-taken' }
    const guard = error.items[1] as unknown as DuplicateGuard
    return {
      kind: 'guarded',
      guard,
      earlier: findRepeated(guard, fingerprintsOf(verification).dob, nowSeconds),
    }
  }
}

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

/** Many verifications, of any tenants, in any order; those that are gone or erased are left out. */
export const findVerifications = async (
  keys: readonly VerificationKey[],
): Promise<readonly Verification[]> => {
  const found = await database.getMany<Verification>(
    keys.map(key => verificationKey(key, key.verificationId)),
  )
  return found.filter(({ erasedAt }) => !erasedAt)
}

const isIn = (from: readonly Outcome[], given: Condition | undefined): Condition => ({
  when: [
    `#outcome IN (${from.map(outcome => `:${outcome}`).join(', ')})`,
    ...(given ? [given.when] : []),
  ].join(' AND '),
  values: { ...Object.fromEntries(from.map(outcome => [outcome, outcome])), ...given?.values },
})

/** The attribute of the assignment that says so. */
const attributeOf = { visited: '#report' } as const

/** Changes that a move makes besides the outcome. */
export interface TransitionChanges {
  readonly to: Outcome
  readonly at: string
  /** Who makes it, for the trail: a worker's or client's id, or `service` for what time brings. */
  readonly by: string
  readonly set?: Item
  readonly setOnce?: Item
  readonly remove?: readonly string[]
  /** What has to hold of the record besides the move's own rule. */
  readonly given?: Condition
  /** What the trail says besides the outcome. */
  readonly facts?: Facts
  /** What else happens with it, for the trail. */
  readonly events?: readonly TrailEvent[]
  /** What is written with it, or neither is. */
  readonly also?: readonly Write[]
}

/**
 * A write whose answer was lost is sent again, and meets itself: by its outcome, its time and who decided. Nothing stored is
 * said where another write's condition stood in the way.
 */
const isOwn = (stored: Item | undefined, set: Item): boolean =>
  stored !== undefined && ['outcome', 'updatedAt', 'decidedBy'].every(name => stored[name] === set[name])

/**
 * Makes one move of the transition table: one transaction whose condition is the row's legal prior outcomes and,
 * where the row says so, that the people's work has not come so far. Answers false if the move is not legal (any more).
 */
export const transitionVerification = async (
  key: VerificationKey,
  name: TransitionName,
  { to, at, by, set, setOnce, remove, given, facts, events = [], also = [] }: TransitionChanges,
): Promise<boolean> => {
  const { from, to: legal, word, unless, keeps }: Transition = transitions[name]
  if (!legal.includes(to)) throw new RangeError(`${name} does not lead to ${to}`)
  const update = {
    update: verificationKey(key, key.verificationId),
    set: { ...(!keeps && { outcome: to, updatedAt: at }), ...set } as Item,
    ...(setOnce && { setOnce }),
    ...(remove && { remove }),
    condition: isIn(from, given),
  }
  const check = unless && {
    check: assignmentKey(key, key.verificationId),
    condition: { when: `attribute_not_exists(${attributeOf[unless]})` },
  }
  const moved = { what: word, by, facts: { outcome: to, ...facts } }
  return conditionsMet(
    writeWithTrail(key, at, [moved, ...events], update, ...(check ? [check] : []), ...also),
    ([stored]) => !unless && isOwn(stored, update.set),
  )
}

/**
 * Notes that a verification's end was told: nothing is left to do about it. That of an earlier revision, told once more,
 * says nothing of the newest.
 */
export const markPublished = async (key: VerificationKey, revision = 1): Promise<void> => {
  const condition = {
    when: 'attribute_not_exists(#revision) OR #revision <= :revision',
    values: { revision },
  }
  await conditionsMet(database.write({ delete: openKey(key, key.verificationId), condition }))
}

/** The end of the newest revision was told. */
export const publishedCheck = (key: VerificationKey): Check => ({
  check: openKey(key, key.verificationId),
  condition: absent,
})

/** A new revision is to be told, as an end is. */
export const requestRevisionEvent = (verification: Verification, revision: number): Write => ({
  put: { ...openOf(verification), revision },
})
