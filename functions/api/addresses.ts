import { serve } from '../../shared/http/api.ts'
import type { Act } from '../../shared/http/exchange.ts'
import { placeRule } from '../../shared/place/place-rule.ts'
import { toCreatedAddress } from '../../shared/verification/answer/address.ts'
import { addressesRoutes } from '../../shared/verification/contract/address-routes.ts'
import { orderAddress } from '../../shared/verification/order.ts'
import { acceptFor, listFor } from '../../shared/verification/ordering.ts'

const createAddress: Act<typeof addressesRoutes.createAddress> = async call => {
  const { verification, isDuplicate } = await acceptFor(call, context => orderAddress(call.body, context))
  return {
    status: isDuplicate ? 200 : 201,
    headers: { location: `/v1/addresses/${verification.id}` },
    body: toCreatedAddress(verification, isDuplicate),
  }
}

const listAddresses: Act<typeof addressesRoutes.listAddresses> = async call => ({
  status: 200,
  body: await listFor('address', call),
})

export const handler = serve(addressesRoutes, { createAddress, listAddresses }, { createAddress: placeRule })
