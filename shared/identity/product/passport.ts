import { IdentityClaim } from '../contract/claim.ts'
import { sandboxNumbers } from '../contract/sandbox.ts'
import { kenyanRegister } from '../registry/adapters.ts'
import { kenya } from './country.ts'
import type { IdentityProductDefinition } from './definition.ts'
import { ninResponseMapping } from './nin-response.ts'

export const passport = {
  name: 'passport',
  otherNames: [],
  country: kenya,
  parameter: 'passportNumber',
  summary: "Check a person against Kenya's register of passports",
  description: 'The data object is named `nin`, and its `nin` is the number of the passport.',
  // One letter before the e-passport of 2017, two since.
  number: {
    name: 'passport number',
    words: '1 or 2 letters followed by 6 or 7 digits',
    example: 'AK0123456',
    form: /^[A-Z]{1,2}\d{6,7}$/,
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
