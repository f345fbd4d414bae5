import { withConsentRule } from '../consent/consent-rule.ts'
import { serve } from '../http/api.ts'
import type { Action } from '../http/action.ts'
import type { ApiHandler } from '../http/serve.ts'
import { toClaimed } from './contract/claim.ts'
import { lookUpRoute } from './contract/look-up-route.ts'
import { idNumberRule } from './id-number.ts'
import { lookUp } from './perform-look-up.ts'
import type { ListedProduct, LookUpAction, LookUps } from './products.ts'

const actOf =
  (product: ListedProduct): Action<ReturnType<typeof lookUpRoute<ListedProduct>>> =>
  call =>
    lookUp(product, call, {
      raw: call.params[product.parameter],
      claimed: toClaimed(call.body),
      consent: call.body.consent,
    })

/** The Lambda handler of a product's look-up. It is handed the product, so that it carries no other. */
export const serveLookUp = <Action extends LookUpAction>(
  action: Action,
  product: LookUps[Action],
): ApiHandler => {
  const listed: ListedProduct = product
  return serve(
    { [action]: lookUpRoute(listed) },
    { [action]: actOf(listed) },
    { [action]: withConsentRule(listed.name, idNumberRule(listed)) },
  )
}
