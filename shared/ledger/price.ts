import { createHash } from 'node:crypto'
import { setting } from '../aws/environment.ts'
import { Fault } from '../aws/errors.ts'

/** What every price is in, whole units of it: ISO 4217. */
export const currency = 'NGN'

export type PriceList = Readonly<Record<string, number>>

/** What the stage's list says that a product costs, in NGN. @throws Fault for a product that is not on it: nothing is free by omission */
export const listPrice = (product: string): number => {
  const price = setting('PRICES')[product]
  if (price === undefined) throw new Fault(`The price list has no price for ${product}`)
  return price
}

/**
 * What names a price list: a digest of what is on it, so that no list can be changed under its name. Whoever has a list
 * can tell whether it is the one that a line was charged by.
 */
export const digestPriceList = (prices: PriceList): string => {
  const lines = Object.keys(prices)
    .sort()
    .map(product => `${product} ${prices[product]} ${currency}`)
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 12)
}

/** The version of the stage's list. */
export const priceListVersion = (): string => digestPriceList(setting('PRICES'))
