import { withConsentRule } from '../../../shared/consent/consent-rule.ts'
import { reencodeApplicantPhotos } from '../../../shared/evidence/applicant-photos.ts'
import { storeApplicantPhotos } from '../../../shared/evidence/store-applicant-photos.ts'
import type { Action } from '../../../shared/http/action.ts'
import { serve } from '../../../shared/http/api.ts'
import { describedAddressRoutes } from '../../../shared/verification/contract/described-address-routes.ts'
import { placeOrder, toCreatedResponse } from '../../../shared/verification/place-order.ts'
import { addressPro } from '../../../shared/verification/product/address-pro.ts'

/**
 * Photos are re-encoded before the order is accepted: a bad one refuses it, and unused copies expire. After a
 * crash in between, the function that opens the assignment stores them.
 */
const createProAddress: Action<typeof describedAddressRoutes.createProAddress> = async request => {
  const { body, id } = request
  const { photos, headers } = await reencodeApplicantPhotos(request, body.addressExtraData)
  const drawn = photos.length > 0 ? { drawn: { photos, under: id } } : {}
  const accepted = await placeOrder(addressPro, { ...request, body: { ...body, ...drawn } })
  await storeApplicantPhotos(accepted.verification)
  const response = toCreatedResponse(addressPro, accepted)
  return { ...response, headers: { ...response.headers, ...headers } }
}

export const handler = serve(
  describedAddressRoutes,
  { createProAddress },
  { createProAddress: withConsentRule(addressPro.name, addressPro.rule) },
)
