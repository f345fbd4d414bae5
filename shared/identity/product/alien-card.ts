import { IdentityClaim } from '../contract/claim.ts'
import { sandboxNumbers } from '../contract/sandbox.ts'
import { kenyanRegister } from '../registry/adapters.ts'
import { kenya } from './country.ts'
import type { IdentityProductDefinition } from './definition.ts'
import { ninResponseMapping } from './nin-response.ts'

/**
 * Asks Kenya’s register of alien cards, and compares its record with what you send. The event follows only a
 * 202.
 *
 * The data object is named `nin`, and its `nin` is the number of the alien card.
 * @property idNumber The number of the alien card.
 */
export const alienCard = {
  name: 'alien-card',
  otherNames: [],
  country: kenya,
  parameter: 'idNumber',
  summary: "Check a person against Kenya's register of alien cards",
  number: {
    name: 'alien card number',
    words: '6 to 9 digits',
    example: '123456',
    form: /^\d{6,9}$/,
  },
  claim: IdentityClaim,
  answer: ninResponseMapping,
  registry: { name: 'alien-card', adapter: kenyanRegister('/alien-card', 'Alien_ID') },
  sandbox: {
    person: {
      firstname: 'Amina',
      middlename: 'Nasra',
      lastname: 'Warsame',
      phone: '+254700000000',
      gender: 'f',
      birthdate: '12-12-1990',
    },
    numbers: sandboxNumbers(digits => `880${digits}`),
  },
  priceNgn: 300,
  errorImpact: 'Integrators cannot check a Kenyan alien card: their users cannot sign up.',
} as const satisfies IdentityProductDefinition
