import { setting } from '../aws/environment.ts'
import type { FieldError } from '../http/contract/problem.ts'
import { bodyFields, type InputRule, providedValue } from '../http/contract/text.ts'

const clockSkewMs = 5 * 60_000

const missing: FieldError = {
  pointer: '/consent',
  code: 'required',
  detail: 'This product is looked into with the consent of the person alone: say when and how they gave it.',
}
const outOfRange = (detail: string): FieldError => ({
  pointer: '/consent/givenAt',
  code: 'out_of_range',
  detail,
})
const early = outOfRange('Expected a time that has been: nobody has consented yet.')
const ancient = outOfRange('Expected a time since 2015: nobody who consented before knew of this.')

/** The stage's policy for a product, and that consent was given before the order. */
const consentRule =
  (product: string): InputRule =>
  ({ body, nowMs }) => {
    const given = providedValue(bodyFields(body).consent)
    if (given === undefined) return setting('CONSENT_REQUIRED').includes(product) ? [missing] : []
    const { givenAt } = bodyFields(given)
    const givenMs = typeof givenAt === 'string' ? Date.parse(givenAt) : Number.NaN
    if (givenMs > nowMs + clockSkewMs) return [early]
    return givenMs < Date.parse('2015-01-01T00:00:00.000Z') ? [ancient] : []
  }

export const withConsentRule = (product: string, rule: InputRule): InputRule => {
  const ofConsent = consentRule(product)
  return input => [...rule(input), ...ofConsent(input)]
}
