import { withConsentRule } from '../../../shared/consent/consent-rule.ts'
import { reencodeApplicantPhotos, storeApplicantPhotos } from '../../../shared/evidence/applicant-photos.ts'
import type { Action } from '../../../shared/http/action.ts'
import { serve } from '../../../shared/http/api.ts'
import { describedAddressRoutes } from '../../../shared/verification/contract/described-address-routes.ts'
import { placeOrder, toCreatedResponse } from '../../../shared/verification/place-order.ts'
import { addressPro } from '../../../shared/verification/product/address-pro.ts'

/**
 * Photos are drawn before the order is accepted: a bad one refuses it, and what no order follows goes by itself. Where it
 * breaks off after that, whoever opens the work lays them down.
 */
const createProAddress: Action<typeof describedAddressRoutes.createProAddress> = async call => {
  const { caller, body, id } = call
  const { organisationId, mode } = caller
  const photos = await reencodeApplicantPhotos(
    { organisationId, mode, verificationId: id },
    body.addressExtraData,
  )
  const drawn = photos.length > 0 ? { drawn: { photos, under: id } } : {}
  const accepted = await placeOrder(addressPro, { ...call, body: { ...body, ...drawn } })
  await storeApplicantPhotos(accepted.verification)
  return toCreatedResponse(addressPro, accepted)
}

export const handler = serve(
  describedAddressRoutes,
  { createProAddress },
  { createProAddress: withConsentRule(addressPro.name, addressPro.rule) },
)
