import { withConsentRule } from '../../../shared/consent/consent-rule.ts'
import type { Action } from '../../../shared/http/action.ts'
import { serve } from '../../../shared/http/api.ts'
import { describedAddressRoutes } from '../../../shared/verification/contract/described-address-routes.ts'
import { createVerification } from '../../../shared/verification/place-order.ts'
import { businessAddress } from '../../../shared/verification/product/business-address.ts'

const createBusinessAddress: Action<typeof describedAddressRoutes.createBusinessAddress> = request =>
  createVerification(businessAddress, request)

export const handler = serve(
  describedAddressRoutes,
  { createBusinessAddress },
  { createBusinessAddress: withConsentRule(businessAddress.name, businessAddress.rule) },
)
