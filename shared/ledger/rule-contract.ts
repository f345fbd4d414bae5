/** Every reason to charge, in customers' words. Nothing else is charged. */
export const chargingRules = {
  decided:
    'People decided a verification: a visit was made or an employer was asked, whatever was found. Charged when it is decided.',
  answered:
    'A registry had somebody under the number, whether or not the claim agrees. Charged when the look-up is answered.',
  answeredLate: 'The same of a look-up that its registry answered late. Charged when it is answered.',
  handedOver: 'A message with a link was handed over. Charged then, whatever becomes of the order.',
} as const

export type ChargingRule = keyof typeof chargingRules

export const neverCharged: readonly string[] = [
  'an order that repeats an earlier one (`duplicateRequest: true`)',
  'a request that is refused, whatever for',
  'a verification that is cancelled, or that nobody decided in time; the messages that it had sent are',
  'a look-up whose number nobody has, or whose registry gave no answer that can be used',
  'a repeat with the same `Idempotency-Key`',
]
