import { serve } from '../../shared/aws/api.ts'
import { addressesRoutes } from '../../shared/contract/routes/addresses.ts'
import { presentCreatedAddress } from '../../shared/domain/address-view.ts'
import { placeRule } from '../../shared/domain/input-rule.ts'
import { orderAddress } from '../../shared/domain/order.ts'
import type { Act } from '../../shared/http/exchange.ts'
import { acceptFor, listFor } from '../../shared/operations/verifications.ts'

const createAddress: Act<'createAddress'> = async call => {
  const { verification, isDuplicate } = await acceptFor(call, context => orderAddress(call.body, context))
  return {
    status: isDuplicate ? 200 : 201,
    headers: { location: `/v1/addresses/${verification.id}` },
    body: presentCreatedAddress(verification, isDuplicate),
  }
}

const listAddresses: Act<'listAddresses'> = async call => ({
  status: 200,
  body: await listFor('address', call),
})

export const handler = serve(addressesRoutes, { createAddress, listAddresses }, { createAddress: placeRule })
