import { addressFields, businessFields, type CreateBusinessAddress } from '../contract/address.ts'
import { toStoredFields } from '../order.ts'
import type { AddressVerification } from '../verification.ts'
import { address } from './address.ts'
import type { ProductDefinition } from './definition.ts'

export const businessAddress: ProductDefinition<AddressVerification, CreateBusinessAddress> = {
  ...address,
  name: 'business-address',
  priceNgn: 3500,
  fields: { ...addressFields, ...businessFields },
  order: (body, context) => ({
    ...address.order(body, context),
    product: 'business-address',
    business: toStoredFields(businessFields, body),
  }),
}
