import { withConsentRule } from '../../shared/consent/consent-rule.ts'
import type { Action } from '../../shared/http/action.ts'
import { serve } from '../../shared/http/api.ts'
import { addressesRoutes } from '../../shared/verification/contract/address-routes.ts'
import { listCallerVerifications } from '../../shared/verification/list.ts'
import { createVerification } from '../../shared/verification/place-order.ts'
import { address } from '../../shared/verification/product/address.ts'

const createAddress: Action<typeof addressesRoutes.createAddress> = request =>
  createVerification(address, request)

const listAddresses: Action<typeof addressesRoutes.listAddresses> = request =>
  listCallerVerifications('address', request)

export const handler = serve(
  addressesRoutes,
  { createAddress, listAddresses },
  { createAddress: withConsentRule(address.name, address.rule) },
)
