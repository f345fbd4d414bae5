import type { Product } from '../contract/product.ts'
import { address } from './address.ts'
import { addressPro } from './address-pro.ts'
import { businessAddress } from './business-address.ts'
import type { ProductDefinition } from './definition.ts'
import { employment } from './employment.ts'

export const definitionOf: Readonly<Record<Product, ProductDefinition>> = {
  address,
  'address-pro': addressPro,
  'business-address': businessAddress,
  employment,
}
