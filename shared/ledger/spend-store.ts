import { database } from '../table/driver.ts'
import { minIdAt } from '../table/id.ts'
import { reservationKey, reservationShards, reservationsQuery, spendKey } from '../table/keys.ts'
import {
  absent,
  type Condition,
  ConditionFailedError,
  conditionsMet,
  type Item,
  type Put,
  type QueryPage,
  type Update,
} from '../table/port.ts'
import { expiresAt, retentionDays } from '../table/retention.ts'
import type { Tenant, VerificationKey } from '../table/tenant.ts'
import type { CappedReservation, Reservation } from './spend-cap.ts'
import type { Month } from './line.ts'

/*
 * A capped client has one counter a month, and one item for every order that is under way: `used` is what its ended
 * orders cost and its open ones put aside. The item is there so that whoever settles an order does so once, and so that
 * what a crash left behind is found. A client without a cap has neither, and pays for neither.
 */

/** What a capped client's orders of a month come to. */
export interface Spend {
  /** What is spent, and what is put aside. */
  readonly used: number
  readonly spent: number
  /** How often it was changed. */
  readonly revision: number
}

const spendExpiry = (month: Month): number => expiresAt(`${month}-01T00:00:00.000Z`, retentionDays.spend)

/** The engine does not add in a condition, and a counter that is not there has nothing used. */
const hasLeft = ({ spendCap, reservation: { amount } }: CappedReservation): Condition => {
  const most = spendCap - amount
  const isBelow = '#used <= :most'
  return { when: most < 0 ? isBelow : `attribute_not_exists(#used) OR ${isBelow}`, values: { most } }
}

const counting = (
  tenant: Tenant,
  { clientId, month }: Reservation,
  change: { readonly used: number; readonly spent: number },
): Update => ({
  update: spendKey(tenant, clientId, month),
  set: { expiresAt: spendExpiry(month) },
  add: { ...change, revision: 1 },
})

/** Writes that put an order's price aside: the first fails where its id has a reservation, the second where too little is left. */
export const reservationWrites = (
  key: VerificationKey,
  capped: CappedReservation,
  at: string,
): readonly [Put, Update] => {
  const { organisationId, mode, verificationId } = key
  const { reservation } = capped
  const item = { organisationId, mode, verificationId, reservation }
  const expiry = { expiresAt: expiresAt(at, retentionDays.verification) }
  return [
    { put: { ...item, ...reservationKey(key, verificationId), ...expiry }, condition: absent },
    { ...counting(key, reservation, { used: reservation.amount, spent: 0 }), condition: hasLeft(capped) },
  ]
}

/** One that was settled is no more: the same request may put aside anew. */
const unlessUnsettled: Condition = {
  when: 'attribute_not_exists(#pk) OR attribute_exists(#settledAt)',
}

/** Puts a price aside before anything is begun. Any number at the same time put aside no more than the cap leaves. */
export const reservePrice = async (
  key: VerificationKey,
  capped: CappedReservation,
  at: string,
): Promise<'reserved' | 'taken' | 'capped'> => {
  const [put, update] = reservationWrites(key, capped, at)
  try {
    await database.write({ ...put, condition: unlessUnsettled }, update)
    return 'reserved'
  } catch (error) {
    if (error instanceof ConditionFailedError) return error.failed[0] ? 'taken' : 'capped'
    throw error
  }
}

/**
 * Turns what was put aside into what was charged, which may be nothing; once, however often it is called.
 * Answers false if it was settled before.
 */
export const settleReservation = (
  key: VerificationKey,
  reservation: Reservation,
  charged: number,
  settledAt: string,
): Promise<boolean> =>
  conditionsMet(
    database.write(
      {
        update: reservationKey(key, key.verificationId),
        set: { settledAt, expiresAt: expiresAt(settledAt, retentionDays.reservation) },
        condition: { when: 'attribute_exists(#pk) AND attribute_not_exists(#settledAt)' },
      },
      counting(key, reservation, { used: charged - reservation.amount, spent: charged }),
    ),
  )

/** What is put aside for an order that may have ended. */
export type StoredReservation = VerificationKey & {
  readonly reservation: Reservation
  readonly settledAt?: string
}

export const allReservationShards = reservationShards

/** Where a page of it ended. */
export type ReservationPageKey = Item

/** A page of what is put aside in one part, and was so before a time if it is given, oldest first. */
export const listReservations = (
  tenant: Tenant,
  part: number,
  { beforeMs, after }: { readonly beforeMs?: number; readonly after?: ReservationPageKey | undefined },
): Promise<QueryPage<StoredReservation>> =>
  database.query<StoredReservation>({
    ...reservationsQuery(tenant, part, beforeMs === undefined ? undefined : minIdAt(beforeMs)),
    filter: { when: 'attribute_not_exists(#settledAt)' },
    limit: 100,
    consistent: true,
    ...(after && { after }),
  })

const nothing: Spend = { used: 0, spent: 0, revision: 0 }

/** What a capped client has spent of a month and put aside. */
export const findSpend = async (tenant: Tenant, clientId: string, month: Month): Promise<Spend> => {
  const item = await database.get<Spend>(spendKey(tenant, clientId, month), { consistent: true })
  return { ...nothing, ...item }
}

/** Sets a counter right, if nothing was counted since it was read. Answers false if something was. */
export const replaceSpend = (
  tenant: Tenant,
  { clientId, month }: Pick<Reservation, 'clientId' | 'month'>,
  { used, spent, revision }: Spend,
): Promise<boolean> =>
  conditionsMet(
    database.write({
      update: spendKey(tenant, clientId, month),
      set: { used, spent, revision: revision + 1, expiresAt: spendExpiry(month) },
      condition:
        revision === 0
          ? { when: 'attribute_not_exists(#revision)' }
          : { when: '#revision = :revision', values: { revision } },
    }),
  )
