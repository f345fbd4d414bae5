import { withConsentRule } from '../consent/consent-rule.ts'
import type { Action } from '../http/action.ts'
import { serve } from '../http/api.ts'
import type { ApiHandler } from '../http/serve.ts'
import { toClaimedIdentity } from './contract/claim.ts'
import { lookupRoute } from './contract/lookup-route.ts'
import { idNumberRule } from './id-number.ts'
import { performLookup } from './perform-lookup.ts'
import type { IdentityProductEntry, LookupAction, LookupDefinitions } from './products.ts'

const actOf =
  (product: IdentityProductEntry): Action<ReturnType<typeof lookupRoute<IdentityProductEntry>>> =>
  call =>
    performLookup(product, call, {
      raw: call.params[product.parameter],
      claimed: toClaimedIdentity(call.body),
      consent: call.body.consent,
    })

/** Takes one product, so that the bundle carries no other. */
export const serveLookup = <Action extends LookupAction>(
  action: Action,
  product: LookupDefinitions[Action],
): ApiHandler => {
  const listed: IdentityProductEntry = product
  return serve(
    { [action]: lookupRoute(listed) },
    { [action]: actOf(listed) },
    { [action]: withConsentRule(listed.name, idNumberRule(listed)) },
  )
}
