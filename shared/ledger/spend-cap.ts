import { Problem } from '../http/contract/problem.ts'
import type { Month } from './contract.ts'
import { monthOf } from './line.ts'
import { currency, listPrice } from './price.ts'

/** Reserved while the outcome of an order is unknown; counts in the month of the order. */
export interface Reservation {
  readonly clientId: string
  readonly month: Month
  readonly amount: number
}

export interface CappedReservation {
  readonly reservation: Reservation
  readonly spendCap: number
}

interface CappedClient {
  readonly clientId: string
  readonly spendCap?: number
}

/** Undefined without a cap, or for what is free. */
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

export const spendCapProblem = ({ spendCap, reservation: { month, amount } }: CappedReservation): Problem =>
  new Problem(
    'spend_cap_reached',
    `This costs ${amount} ${currency}, and less is left of the ${spendCap} that this client may spend in ${month}. Nothing is charged.`,
  )

/**
 * Of a write with `cap` among its parts that failed: where nothing else stood in its way, too little is left.
 * @throws Problem spend_cap_reached
 */
export const refuseBeyondCap = (capped: CappedReservation | undefined, failed: ReadonlySet<string>): void => {
  if (capped && failed.size === 1 && failed.has('cap')) throw spendCapProblem(capped)
}
