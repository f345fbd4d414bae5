import { database } from '../table/driver.ts'
import { minIdAt } from '../table/id.ts'
import {
  absent,
  type Condition,
  conditionsMet,
  type Item,
  type Put,
  type QueryPage,
  type Update,
} from '../table/port.ts'
import { expiresAt, recordDays } from '../table/retention.ts'
import type { Tenant, VerificationKey } from '../table/tenant.ts'
import type { Month } from './contract.ts'
import {
  reservationKey,
  reservationKind,
  reservationShards,
  reservationsQuery,
  spendKey,
  spendKind,
} from './kinds.ts'
import type { CappedReservation, Reservation } from './spend-cap.ts'

/*
 * A capped client has one counter a month. A look-up adds to it in the write that charges. An order, and a look-up that is
 * answered late, reserves its price: one item each, so that whoever settles it does so once and what a crash left behind is
 * found. A client without a cap has neither, and pays for neither.
 */

export interface Spend {
  readonly used: number
  readonly spent: number
  readonly revision: number
}

const spendExpiry = (month: Month): number => expiresAt(`${month}-01T00:00:00.000Z`, spendKind.days)

/** DynamoDB does not add in a condition; a missing counter has nothing used. */
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

/** `reservation` fails where the id has one, `cap` where too little is left. */
export const reservationWrites = (
  key: VerificationKey,
  capped: CappedReservation,
  at: string,
): { readonly reservation: Put; readonly cap: Update } => {
  const { organisationId, mode, verificationId } = key
  const { reservation } = capped
  const item = { organisationId, mode, verificationId, reservation }
  const expiry = { expiresAt: expiresAt(at, recordDays) }
  return {
    reservation: { put: { ...item, ...reservationKey(key, verificationId), ...expiry }, condition: absent },
    cap: {
      ...counting(key, reservation, { used: reservation.amount, spent: 0 }),
      condition: hasLeft(capped),
    },
  }
}

/** For the write that charges a look-up. It fails where too little is left. */
export const spendWrite = (tenant: Tenant, capped: CappedReservation): Update => {
  const { reservation } = capped
  const change = { used: reservation.amount, spent: reservation.amount }
  return { ...counting(tenant, reservation, change), condition: hasLeft(capped) }
}

/** Replaces the reservation by the charge, which may be nothing; once. Returns false if it was settled before. */
export const settleReservation = (
  key: VerificationKey,
  reservation: Reservation,
  charged: number,
  settledAt: string,
): Promise<boolean> =>
  conditionsMet(
    database.transact({
      reservation: {
        update: reservationKey(key, key.verificationId),
        set: { settledAt, expiresAt: expiresAt(settledAt, reservationKind.days) },
        condition: { when: 'attribute_exists(#pk) AND attribute_not_exists(#settledAt)' },
      },
      spend: counting(key, reservation, { used: charged - reservation.amount, spent: charged }),
    }),
  )

export type StoredReservation = VerificationKey & {
  readonly reservation: Reservation
  readonly settledAt?: string
}

export const allReservationShards = reservationShards

export type ReservationPageKey = Item

/** Oldest first. */
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

export const findSpend = async (tenant: Tenant, clientId: string, month: Month): Promise<Spend> => {
  const item = await database.get<Spend>(spendKey(tenant, clientId, month), { consistent: true })
  return { used: 0, spent: 0, revision: 0, ...item }
}

/** Returns false if the counter changed since it was read. */
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

/** Whether so much is left now; the write that spends or reserves it says so for certain. */
export const isLeft = async (
  tenant: Tenant,
  { spendCap, reservation: { clientId, month, amount } }: CappedReservation,
): Promise<boolean> => (await findSpend(tenant, clientId, month)).used + amount <= spendCap
