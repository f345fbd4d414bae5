import { setting } from '../aws/environment.ts'
import type { FieldError } from '../http/contract/problem.ts'
import { bodyFields, type InputRule, providedValue } from '../http/contract/text.ts'

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

/** The stage's policy for a product, and that consent was given before the order. */
const consentRule =
  (product: string): InputRule =>
  ({ body, nowMs }) => {
    const given = providedValue(bodyFields(body).consent)
    if (given === undefined) return setting('CONSENT_REQUIRED').includes(product) ? [missing] : []
    const { givenAt } = bodyFields(given)
    const isAhead = typeof givenAt === 'string' && Date.parse(givenAt) > nowMs + clockSkewMs
    return isAhead ? [early] : []
  }

export const withConsentRule = (product: string, rule: InputRule): InputRule => {
  const ofConsent = consentRule(product)
  return input => [...rule(input), ...ofConsent(input)]
}
