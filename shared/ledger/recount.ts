import { again, retry } from '../aws/retry.ts'
import { minIdAt } from '../table/id.ts'
import { forEachPage } from '../table/paging.ts'
import type { Tenant } from '../table/tenant.ts'
import type { Month } from './contract.ts'
import type { LedgerLine } from './line.ts'
import { forEachLedgerLine } from './read-store.ts'
import {
  allReservationShards,
  findSpend,
  listReservations,
  type ReservationPageKey,
  replaceSpend,
  type Spend,
  type StoredReservation,
} from './spend-store.ts'
import { sumAmounts } from './sum.ts'

/** A client that orders all the time may change its counter meanwhile; the next recount is nightly. */
const recountTries = 5

interface ClientMonth {
  readonly clientId: string
  readonly month: Month
}

const putAsideFor = async (
  tenant: Tenant,
  { clientId, month }: ClientMonth,
): Promise<ReadonlyMap<number, number>> => {
  const putAside = new Map<number, number>()
  const note = (items: readonly StoredReservation[]) => {
    for (const { verificationId, reservation } of items)
      if (reservation.clientId === clientId && reservation.month === month)
        putAside.set(verificationId, reservation.amount)
  }
  for (const part of allReservationShards)
    await forEachPage(
      (after: ReservationPageKey | undefined) => listReservations(tenant, part, { after }),
      note,
    )
  return putAside
}

const chargedTo = async (
  tenant: Tenant,
  { clientId, month }: ClientMonth,
  unsettled: ReadonlyMap<number, number>,
): Promise<number> => {
  const beginsAt = minIdAt(Date.parse(`${month}-01T00:00:00.000Z`))
  const isMeant = ({ clientId: by, verificationId: id }: LedgerLine) =>
    by === clientId && id >= beginsAt && !unsettled.has(id)
  let charged = 0
  await forEachLedgerLine(tenant, month, lines => {
    charged += sumAmounts(lines.filter(isMeant))
  })
  return charged
}

/** Recounts a client's spend of a month from ledger and reservations, charges from before the cap included. A concurrent change restarts it. Returns the sum. */
export const recountSpend = (tenant: Tenant, whose: ClientMonth): Promise<Spend> =>
  retry(
    { times: recountTries },
    async () => {
      const before = await findSpend(tenant, whose.clientId, whose.month)
      const putAside = await putAsideFor(tenant, whose)
      const spent = await chargedTo(tenant, whose, putAside)
      const counted = {
        ...before,
        spent,
        used: [...putAside.values()].reduce((sum, one) => sum + one, spent),
      }
      if (before.used === counted.used && before.spent === spent) return before
      return (await replaceSpend(tenant, whose, counted)) ? counted : again(before)
    },
    before => before!,
  )
