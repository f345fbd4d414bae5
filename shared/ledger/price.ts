import { createHash } from 'node:crypto'
import { setting } from '../aws/environment.ts'
import { Fault } from '../aws/errors.ts'

/** ISO 4217; prices are whole units. */
export const currency = 'NGN'

export type PriceList = Readonly<Record<string, number>>

/** @throws Fault for a product without a price: nothing is free by omission */
export const listPrice = (product: string): number => {
  const price = setting('PRICES')[product]
  if (price === undefined) throw new Fault(`The price list has no price for ${product}`)
  return price
}

/** A digest of the list, so that a list cannot change under its version. */
export const digestPriceList = (prices: PriceList): string => {
  const lines = Object.keys(prices)
    .sort()
    .map(product => `${product} ${prices[product]} ${currency}`)
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 12)
}

export const priceListVersion = (): string => digestPriceList(setting('PRICES'))
