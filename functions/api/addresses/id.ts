import { serve } from '../../../shared/aws/api.ts'
import { photoUrls } from '../../../shared/aws/photo-url.ts'
import { addressesRoutes } from '../../../shared/contract/routes/addresses.ts'
import { presentAddress, withoutPhotos } from '../../../shared/domain/address-view.ts'
import type { AddressVerification } from '../../../shared/domain/verification.ts'
import type { Act } from '../../../shared/http/exchange.ts'
import { cancelFor, findFor } from '../../../shared/operations/verifications.ts'

/** The key of photo links is asked for only where a record has photos: most reads are of unfinished ones. */
const present = async (verification: AddressVerification, nowMs: number) =>
  presentAddress(verification, verification.report ? await photoUrls(nowMs) : withoutPhotos)

const getAddress: Act<'getAddress'> = async call => ({
  status: 200,
  body: await present(await findFor('address', call), call.nowMs),
})

const cancelAddress: Act<'cancelAddress'> = async call => ({
  status: 200,
  body: await present(await cancelFor('address', call), call.nowMs),
})

export const handler = serve(addressesRoutes, { getAddress, cancelAddress })
