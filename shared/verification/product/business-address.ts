import type { CreateBusinessAddress } from '../contract/address.ts'
import type { AddressVerification } from '../verification.ts'
import { address } from './address.ts'
import type { ProductDefinition } from './definition.ts'

/** A street address and the business that is said to be there. */
export const businessAddress: ProductDefinition<AddressVerification, CreateBusinessAddress> = {
  ...address,
  name: 'business-address',
  priceNgn: 3500,
  order: (body, context) => ({
    ...address.order(body, context),
    product: 'business-address',
    business: {
      businessName: body.businessName,
      businessType: body.businessType,
      canContactPoc: body.canContactPoc,
      rcNumber: body.rcNumber,
    },
  }),
}
