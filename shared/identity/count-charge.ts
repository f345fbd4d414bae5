import { emitMetrics, toMeasurement } from '../metrics/emit.ts'
import type { Lookup } from './lookup.ts'

/**
 * Counts the price of a look-up once the write that charges it is made: a cap may refuse it at this moment, and another copy
 * of its request or message may have been quicker. In test mode nobody pays.
 */
export const countingCharge = async (
  { mode, product, price }: Pick<Lookup, 'mode' | 'product' | 'price'>,
  charge: Promise<boolean>,
): Promise<boolean> => {
  const isCharged = await charge
  if (isCharged && mode === 'live' && price > 0) emitMetrics(toMeasurement({ product }, { Charged: price }))
  return isCharged
}
