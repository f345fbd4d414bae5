import { setting } from '../aws/environment.ts'
import { providedValue, bodyFields, type InputRule } from '../http/contract/text.ts'
import type { FieldError } from '../http/contract/problem.ts'

/** How far a customer's clock may be ahead of ours, in milliseconds. */
const clockSkewMs = 5 * 60_000

const missing: FieldError = {
  pointer: '/consent',
  code: 'required',
  detail: 'This product is looked into with the consent of the person alone: say when and how they gave it.',
}
const early: FieldError = {
  pointer: '/consent/givenAt',
  code: 'out_of_range',
  detail: 'Expected a time that has been: nobody has consented yet.',
}

/** What an order of a product must say of consent by the stage's policy, and that it was given before. */
const consentRule =
  (product: string): InputRule =>
  ({ body, nowMs }) => {
    const given = providedValue(bodyFields(body).consent)
    if (given === undefined) return setting('CONSENT_REQUIRED').includes(product) ? [missing] : []
    const { givenAt } = bodyFields(given)
    const isAhead = typeof givenAt === 'string' && Date.parse(givenAt) > nowMs + clockSkewMs
    return isAhead ? [early] : []
  }

/** A product's own rule, and what its stage asks of consent. */
export const withConsentRule = (product: string, rule: InputRule): InputRule => {
  const ofConsent = consentRule(product)
  return input => [...rule(input), ...ofConsent(input)]
}
