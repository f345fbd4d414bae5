import { minIdAt } from '../table/id.ts'
import { forEachPage } from '../table/paging.ts'
import type { Tenant } from '../table/tenant.ts'
import type { LedgerLine, Month } from './line.ts'
import { forEachLedgerLine } from './line-store.ts'
import {
  findSpend,
  listReservations,
  allReservationShards,
  type ReservationPageKey,
  replaceSpend,
  type Spend,
  type StoredReservation,
} from './spend-store.ts'
import { sumAmounts } from './sum.ts'

/** A client that orders all the time may change its counter under a recount; the next one comes by night. */
const rounds = 5

interface Whose {
  readonly clientId: string
  readonly month: Month
}

/** What is put aside for a client's orders of a month, by the order. */
const putAsideFor = async (
  tenant: Tenant,
  { clientId, month }: Whose,
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

/** What a client's orders of a month were charged in it, without those that are to be settled still. */
const chargedTo = async (
  tenant: Tenant,
  { clientId, month }: Whose,
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

/**
 * Counts anew what a client has used of a month, from the ledger and from what is put aside: what it was charged while
 * it had no cap counts, too. What is counted meanwhile makes it begin again. Answers what it came to.
 */
export const recountSpend = async (tenant: Tenant, whose: Whose): Promise<Spend> => {
  for (let round = 1; ; round++) {
    const before = await findSpend(tenant, whose.clientId, whose.month)
    const putAside = await putAsideFor(tenant, whose)
    const spent = await chargedTo(tenant, whose, putAside)
    const counted = { ...before, spent, used: [...putAside.values()].reduce((sum, one) => sum + one, spent) }
    if (before.used === counted.used && before.spent === spent) return before
    if (await replaceSpend(tenant, whose, counted)) return counted
    if (round === rounds) return before
  }
}
