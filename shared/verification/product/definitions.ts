import type { DecidedOutcome } from '../contract/outcome.ts'
import type { Product } from '../contract/product.ts'
import { address } from './address.ts'
import { addressPro } from './address-pro.ts'
import { businessAddress } from './business-address.ts'
import type { ProductDefinition } from './definition.ts'
import { employment } from './employment.ts'

/** What each product is: complete by type. */
export const definitionOf: Readonly<Record<Product, ProductDefinition>> = {
  address,
  'address-pro': addressPro,
  'business-address': businessAddress,
  employment,
}

/** Whether a person may decide so for this product. */
export const isDecidable = (outcome: string, product: Product): outcome is DecidedOutcome =>
  (definitionOf[product].decidable as readonly string[]).includes(outcome)
