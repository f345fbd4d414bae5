import { nigerianPhones, type PhonePlan } from '../../http/contract/reading.ts'

export interface Country extends PhonePlan {
  /** ISO 3166-1 alpha-2, lower case, as in the path. */
  readonly code: string
}

export const nigeria = { code: 'ng', ...nigerianPhones } as const satisfies Country

export const kenya = {
  code: 'ke',
  callingCode: '254',
  phones: [/^(?:\+|00)?2540?([1-9]\d{8})$/, /^0([1-9]\d{8})$/, /^([17]\d{8})$/],
} as const satisfies Country
