import { setting } from '../aws/environment.ts'
import { Fault } from '../aws/fault.ts'

/** What the stage's list says that a product costs, in NGN. @throws Fault for a product that is not on it: nothing is free by omission */
export const listPrice = (product: string): number => {
  const price = setting('PRICES')[product]
  if (price === undefined) throw new Fault(`The price list has no price for ${product}`)
  return price
}
