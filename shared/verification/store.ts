import type { AnswerPut, HeldAnswer } from '../http/idempotency-store.ts'
import { subjectKey } from '../identity/subject-kind.ts'
import { reservationWrites } from '../ledger/spend-store.ts'
import { database } from '../table/driver.ts'
import { absent, failureOf, type Key, type Update } from '../table/port.ts'
import { expiresAt, unlessExpired } from '../table/retention.ts'
import type { Tenant, VerificationKey } from '../table/tenant.ts'
import { verificationTypeOf } from './contract/product.ts'
import {
  type DuplicateGuard,
  digestDateOfBirth,
  duplicateWindowSeconds,
  findRepeated,
  fingerprintOrder,
  remainingAfter,
} from './duplicate.ts'
import { duplicateGuardKey, openKey, verificationIndex, verificationKey, verificationKind } from './kinds.ts'
import type { Verification } from './verification.ts'

const itemOf = (verification: Verification) => {
  const { id, product, customerReference, requestedAt } = verification
  return {
    ...verification,
    ...verificationKey(verification, id),
    ...verificationIndex(verification, id, verificationTypeOf[product], customerReference),
    expiresAt: expiresAt(requestedAt, verificationKind.days),
  }
}

export const toOpenItem = ({ organisationId, mode, id, requestedAt }: Verification) => ({
  organisationId,
  mode,
  verificationId: id,
  ...openKey({ organisationId, mode }, id),
  expiresAt: expiresAt(requestedAt, verificationKind.days),
})

/** Under which a person's verifications are found. */
export const subjectKeysOf = (verification: Verification): readonly Key[] =>
  [verification.applicant.phoneDigest, verification.applicant.idNumberDigest]
    .filter(digest => digest !== undefined)
    .map(digest => subjectKey(verification, digest, verification.id))

export interface AcceptanceTerms {
  readonly met?: DuplicateGuard | undefined
  /** The guard moves on to the new record, whatever it stands for meanwhile. */
  readonly isForced?: boolean
  /** What the client's orders of a month must not exceed, where the order puts something aside. */
  readonly spendCap?: number | undefined
  /** Stores the answer under the request's Idempotency-Key; nothing is accepted where its condition fails. */
  readonly answerPut?: AnswerPut | undefined
}

const guarded = (guard: DuplicateGuard, met: DuplicateGuard | undefined, nowSeconds: number) => {
  const others = remainingAfter(met, nowSeconds)
  return {
    set: { ...guard, ...(others.length > 0 && { others }) },
    remove: [...(guard.dob ? [] : ['dob']), ...(others.length > 0 ? [] : ['others'])],
  }
}

export const fingerprintsOf = (verification: Verification) => {
  const fingerprint = fingerprintOrder(verification)
  return { fingerprint, dob: digestDateOfBirth(fingerprint, verification.applicant.dob) }
}

/** Blocks an equal order for thirty days. */
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
  /** The Idempotency-Key is held. */
  | { readonly kind: 'key-held'; readonly held: HeldAnswer }
  /** A guard stands in the way, for these orders of the same person; for none, it is of other people alone. */
  | { readonly kind: 'guarded'; readonly guard: DuplicateGuard; readonly earlier: readonly number[] }
  /** Too little is left of what the client may spend. */
  | { readonly kind: 'capped' }
  /** The id is taken: draw again, unless this is the same request once more. */
  | { readonly kind: 'id-taken' }

const puttingAside = (verification: Verification, { spendCap }: AcceptanceTerms) => {
  const { id: verificationId, organisationId, mode, reservation, requestedAt } = verification
  if (!reservation || spendCap === undefined) return undefined
  return reservationWrites({ organisationId, mode, verificationId }, { reservation, spendCap }, requestedAt)
}

/** One transaction, so that a thousand orders at once make one record, and no more of them than a cap allows. */
export const acceptVerification = async (
  verification: Verification,
  nowMs: number,
  terms: AcceptanceTerms = {},
): Promise<Acceptance> => {
  const nowSeconds = Math.floor(nowMs / 1000)
  const open = toOpenItem(verification)
  const failure = await failureOf(
    database.transact({
      record: { put: itemOf(verification), condition: absent },
      guard: guardOf(verification, nowSeconds, terms),
      open: { put: open },
      subjects: subjectKeysOf(verification).map(key => ({ put: { ...key, expiresAt: open.expiresAt } })),
      ...puttingAside(verification, terms),
      answer: terms.answerPut,
    }),
  )
  if (!failure) return { kind: 'accepted' }
  const { failed, items } = failure
  // A repeat of what was accepted meets its own order everywhere: its key comes first.
  if (failed.has('answer')) return { kind: 'key-held', held: items.answer! }
  if (failed.has('record')) return { kind: 'id-taken' }
  // What repeats an earlier order costs nothing, whatever is left.
  if (!failed.has('guard')) return { kind: failed.has('cap') ? 'capped' : 'id-taken' }
  const guard = items.guard as unknown as DuplicateGuard
  const earlier = findRepeated(guard, fingerprintsOf(verification).dob, nowSeconds)
  return { kind: 'guarded', guard, earlier }
}

/** Stores an answer beside nothing else. @returns what stands in its place */
export const storeAnswer = async (answerPut: AnswerPut): Promise<HeldAnswer | undefined> => {
  const failure = await failureOf(database.transact({ answer: answerPut }))
  return failure?.items.answer
}

/** Absent past its retention, too. One just written may be missed unless the read is consistent. */
export const findVerification = async (
  tenant: Tenant,
  id: number,
  nowMs: number,
  { consistent = true } = {},
): Promise<Verification | undefined> => {
  const key = verificationKey(tenant, id)
  return unlessExpired(await database.get<Verification & { expiresAt: number }>(key, { consistent }), nowMs)
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
