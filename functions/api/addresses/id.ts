import { linkSeconds, photoUrls } from '../../../shared/evidence/file-token.ts'
import type { Action } from '../../../shared/http/action.ts'
import { serve } from '../../../shared/http/api.ts'
import { cancelVerification, getCallerVerification } from '../../../shared/verification/actions.ts'
import { addressRecordRoutes } from '../../../shared/verification/contract/address-record-routes.ts'
import { toAddressResponse } from '../../../shared/verification/record.ts'
import { withoutPhotos } from '../../../shared/verification/response.ts'
import type { AddressVerification } from '../../../shared/verification/verification.ts'

/** The key of photo links is asked for only where a record has photos: most reads are of unfinished ones. */
const answerOf = async (verification: AddressVerification, nowMs: number) =>
  toAddressResponse(
    verification,
    verification.report ? await photoUrls(nowMs, linkSeconds.answer) : withoutPhotos,
  )

const getAddress: Action<typeof addressRecordRoutes.getAddress> = async request => ({
  status: 200,
  body: await answerOf(await getCallerVerification('address', request), request.nowMs),
})

const cancelAddress: Action<typeof addressRecordRoutes.cancelAddress> = async request => ({
  status: 200,
  body: await answerOf(await cancelVerification('address', request), request.nowMs),
})

export const handler = serve(addressRecordRoutes, { getAddress, cancelAddress })
