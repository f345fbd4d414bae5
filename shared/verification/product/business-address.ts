import { addressFields, businessFields, type CreateBusinessAddress } from '../contract/address.ts'
import { toStoredFields } from '../order.ts'
import { type AddressProduct, address } from './address.ts'

export const businessAddress: AddressProduct<CreateBusinessAddress> = {
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
