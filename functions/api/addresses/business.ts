import { serve } from '../../../shared/http/api.ts'
import type { Act } from '../../../shared/http/exchange.ts'
import { placeRule } from '../../../shared/place/place-rule.ts'
import { toCreatedAddress } from '../../../shared/verification/answer/address.ts'
import { addressesRoutes } from '../../../shared/verification/contract/address-routes.ts'
import { orderBusinessAddress } from '../../../shared/verification/order.ts'
import { acceptFor } from '../../../shared/verification/ordering.ts'

const createBusinessAddress: Act<typeof addressesRoutes.createBusinessAddress> = async call => {
  const { verification, isDuplicate } = await acceptFor(call, context =>
    orderBusinessAddress(call.body, context),
  )
  return {
    status: isDuplicate ? 200 : 201,
    headers: { location: `/v1/addresses/${verification.id}` },
    body: toCreatedAddress(verification, isDuplicate),
  }
}

export const handler = serve(addressesRoutes, { createBusinessAddress }, { createBusinessAddress: placeRule })
