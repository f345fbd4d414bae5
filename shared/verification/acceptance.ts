import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from '../http/contract/problem.ts'
import { idAfter } from '../table/id.ts'
import { unlessExpired } from '../table/retention.ts'
import type { Tenant } from '../table/tenant.ts'
import { type Guard, isSamePerson } from './duplicate.ts'
import { findStored } from './erasure-store.ts'
import { acceptVerification, barRecord, findVerification, fingerprintsOf } from './store.ts'
import type { Verification } from './verification.ts'

/**
 * Writes of one order before its caller is told to come again. Two ids of one millisecond meet once in 4,096, and the
 * orders of several people of one name and place at the same moment move the guard under each other.
 */
const rounds = 8

export interface Order {
  /** The order as a record under this id. */
  readonly at: (id: number) => Verification
  readonly id: number
  /** Whether an earlier attempt of the same request may have written this id. */
  readonly isRepeat: boolean
  readonly isRevisit: boolean
  readonly nowMs: number
}

export interface Accepted {
  readonly verification: Verification
  readonly isDuplicate: boolean
}

/** Under the id that an earlier attempt drew may stand somebody else's order, which had drawn it first. */
const isSameOrder = (one: Verification, other: Verification): boolean =>
  one.customerReference === other.customerReference &&
  one.product === other.product &&
  fingerprintsOf(one).fingerprint === fingerprintsOf(other).fingerprint

/** The record of this very request, by another attempt of it. */
const ownOf = async (verification: Verification, nowMs: number): Promise<Verification | undefined> => {
  const found = await findVerification(verification, verification.id, nowMs)
  return found && isSameOrder(found, verification) ? found : undefined
}

/** How long to wait, time after time, for a record whose guard stands: it is written some milliseconds later, in milliseconds. */
const patienceMs = [10, 20, 40, 80, 160, 320, 640]

/**
 * The record that a guard stands for. Whoever claimed the guard may be about to write it, or have died: then it is
 * barred, so that it does not come once somebody else has taken its place.
 */
const announced = async (tenant: Tenant, id: number, nowMs: number): Promise<Verification | undefined> => {
  for (const waitMs of patienceMs) {
    const found = await findStored(tenant, id)
    if (found) return unlessExpired(found, nowMs)
    await pause(waitMs)
  }
  return (await barRecord(tenant, id, nowMs)) ? undefined : findVerification(tenant, id, nowMs)
}

/** Whether an order still stands, and another repeats it. */
const stands = (earlier: Verification, verification: Verification): boolean => {
  const [one, other] = [fingerprintsOf(earlier), fingerprintsOf(verification)]
  return earlier.outcome !== 'cancelled' && one.fingerprint === other.fingerprint && isSamePerson(one, other)
}

/** The latest of these orders that still stands. Under the id of one that was to be drawn again may stand another's. */
const standing = async (
  ids: readonly number[],
  { verification, nowMs }: { verification: Verification; nowMs: number },
): Promise<Verification | undefined> => {
  for (const id of ids) {
    const earlier = await announced(verification, id, nowMs)
    if (earlier && stands(earlier, verification)) return earlier
  }
  return undefined
}

/** What a guard that stands for an id that was taken stands for in truth: the one who has it, or nobody. */
const guardOfTaken = (guard: Guard, found: Verification | undefined, verification: Verification): Guard => {
  const [has, wants] = [found && fingerprintsOf(found), fingerprintsOf(verification)]
  return has?.fingerprint === wants.fingerprint ? { ...guard, dob: has.dob } : { ...guard, expiresAt: 0 }
}

/**
 * Accepts an order, or answers the earlier one that it repeats: the same product, applicant and place within 30
 * days, unless that one was cancelled or a revisit is wanted.
 * @throws Problem unavailable where too many orders of this kind come at once
 */
export const acceptOrder = async (order: Order): Promise<Accepted> => {
  const { isRevisit, isRepeat, nowMs } = order
  let { id } = order
  let met: Guard | undefined
  for (let round = 0; round < rounds; round++) {
    const verification = order.at(id)
    const known = isRepeat && (await ownOf(verification, nowMs))
    if (known) return { verification: known, isDuplicate: false }
    const isForced = isRevisit && round === rounds - 1
    const result = await acceptVerification(verification, nowMs, { met, isForced })
    if (result.kind === 'accepted') return { verification, isDuplicate: false }
    met = result.guard
    if (result.kind === 'id-taken') {
      const found = await findVerification(verification, id, nowMs)
      if (found && isSameOrder(found, verification)) return { verification: found, isDuplicate: false }
      if (found && !isRevisit && stands(found, verification))
        return { verification: found, isDuplicate: true }
      met = guardOfTaken(met, found, verification)
      id = idAfter(id)
      continue
    }
    // Under its own id it was claimed by an attempt that died or whose answer was lost, or by who drew the same.
    const others = result.earlier.filter(each => each !== id)
    const earlier = isRevisit ? undefined : await standing(others, { verification, nowMs })
    if (earlier) return { verification: earlier, isDuplicate: true }
  }
  throw new Problem('unavailable', 'Too many orders for these names and this place came at once.', {
    headers: { 'retry-after': '1' },
  })
}
