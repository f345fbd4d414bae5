import { IdentityClaim } from '../contract/claim.ts'
import { sandboxNumbers } from '../contract/sandbox.ts'
import { kenyanRegister } from '../registry/adapters.ts'
import { kenya } from './country.ts'
import type { IdentityProductDefinition } from './definition.ts'
import { ninResponseMapping } from './nin-response.ts'

/**
 * Asks Kenya’s register of passports, and compares its record with what you send. The event follows only a
 * 202.
 *
 * The data object is named `nin`, and its `nin` is the number of the passport.
 * @property passportNumber The number of the passport.
 */
export const passport = {
  name: 'passport',
  otherNames: [],
  country: kenya,
  parameter: 'passportNumber',
  summary: "Check a person against Kenya's register of passports",
  // One letter before the e-passport of 2017, two since; Smile ID publishes 7 to 9 letters or digits, and A00000000 as a sample.
  number: {
    name: 'passport number',
    words: '7 to 9 letters or digits',
    example: 'AK0123456',
    form: /^[A-Z\d]{7,9}$/,
  },
  claim: IdentityClaim,
  answer: ninResponseMapping,
  registry: { name: 'passport', adapter: kenyanRegister('/passport', 'Passport_Number') },
  sandbox: {
    person: {
      firstname: 'Wanjiru',
      middlename: 'Njeri',
      lastname: 'Kamau',
      phone: '+254700000001',
      gender: 'f',
      birthdate: '30-04-1988',
    },
    numbers: sandboxNumbers(digits => `AK0000${digits}`),
  },
  priceNgn: 300,
  errorImpact: 'Integrators cannot check a Kenyan passport: their users cannot sign up.',
} as const satisfies IdentityProductDefinition
