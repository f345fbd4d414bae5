import { serve } from '../../../shared/aws/api.ts'
import { addressesRoutes } from '../../../shared/contract/routes/addresses.ts'
import { presentCreatedAddress } from '../../../shared/domain/address-view.ts'
import { placeRule } from '../../../shared/domain/input-rule.ts'
import { orderBusinessAddress } from '../../../shared/domain/order.ts'
import type { Act } from '../../../shared/http/exchange.ts'
import { acceptFor } from '../../../shared/operations/verifications.ts'

const createBusinessAddress: Act<'createBusinessAddress'> = async call => {
  const { verification, isDuplicate } = await acceptFor(call, context =>
    orderBusinessAddress(call.body, context),
  )
  return {
    status: isDuplicate ? 200 : 201,
    headers: { location: `/v1/addresses/${verification.id}` },
    body: presentCreatedAddress(verification, isDuplicate),
  }
}

export const handler = serve(addressesRoutes, { createBusinessAddress }, { createBusinessAddress: placeRule })
