import { serve } from '../../../shared/aws/api.ts'
import { photoUrls } from '../../../shared/aws/photo-url.ts'
import { addressesRoutes } from '../../../shared/contract/routes/addresses.ts'
import { presentAddress } from '../../../shared/domain/address-view.ts'
import type { Act } from '../../../shared/http/exchange.ts'
import { cancelFor, findFor } from '../../../shared/operations/verifications.ts'

const getAddress: Act<'getAddress'> = async call => {
  const verification = await findFor('address', call)
  return { status: 200, body: presentAddress(verification, await photoUrls(call.nowMs)) }
}

const cancelAddress: Act<'cancelAddress'> = async call => {
  const verification = await cancelFor('address', call)
  return { status: 200, body: presentAddress(verification, await photoUrls(call.nowMs)) }
}

export const handler = serve(addressesRoutes, { getAddress, cancelAddress })
