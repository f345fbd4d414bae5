import { Problem } from '../http/contract/problem.ts'
import { type Month, monthOf } from './line.ts'
import { currency, listPrice } from './price.ts'

/**
 * What is put aside of a client's spend cap while nobody knows yet how an order ends. It counts in the month of the
 * order, whenever that ends.
 */
export interface Reservation {
  readonly clientId: string
  readonly month: Month
  readonly amount: number
}

/** A reservation that is to be made, and what it must not exceed. */
export interface CappedReservation {
  readonly reservation: Reservation
  /** What the client may spend in a calendar month. */
  readonly spendCap: number
}

/** A client, as far as it matters here. */
interface CappedClient {
  readonly clientId: string
  readonly spendCap?: number
}

/** What an order of this client has to put aside: nothing without a cap, or of what is free. */
export const toCappedReservation = (
  { clientId, spendCap }: CappedClient,
  product: string,
  nowMs: number,
): CappedReservation | undefined => {
  if (spendCap === undefined) return undefined
  const amount = listPrice(product)
  const month = monthOf(new Date(nowMs).toISOString())
  return amount === 0 ? undefined : { reservation: { clientId, month, amount }, spendCap }
}

/** What an order beyond the cap is refused with: nothing of it was begun. */
export const spendCapProblem = ({ spendCap, reservation: { month, amount } }: CappedReservation): Problem =>
  new Problem(
    'spend_cap_reached',
    `This costs ${amount} ${currency}, and less is left of the ${spendCap} that this client may spend in ${month}. Nothing was started.`,
  )
