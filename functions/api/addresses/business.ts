import { withConsentRule } from '../../../shared/consent/consent-rule.ts'
import type { Action } from '../../../shared/http/action.ts'
import { serve } from '../../../shared/http/api.ts'
import { createVerification } from '../../../shared/verification/actions.ts'
import { addressesRoutes } from '../../../shared/verification/contract/address-routes.ts'
import { businessAddress } from '../../../shared/verification/product/business-address.ts'

const createBusinessAddress: Action<typeof addressesRoutes.createBusinessAddress> = call =>
  createVerification(businessAddress, call)

export const handler = serve(
  addressesRoutes,
  { createBusinessAddress },
  { createBusinessAddress: withConsentRule(businessAddress.name, businessAddress.rule) },
)
