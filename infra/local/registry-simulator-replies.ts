import type { IdentityProductDefinition } from '../../shared/identity/product/definition.ts'
import type { RegistryAdapter } from '../../shared/identity/registry/adapter.ts'
import type { RegisteredPerson } from '../../shared/identity/registry/registered-person.ts'
import { testPerson } from '../../shared/identity/registry/sandbox-registry.ts'

export type Registered = IdentityProductDefinition['registry']

/** Everybody in live mode on the laptop is this person. */
export const simulatedPerson = {
  firstname: 'Adaeze',
  middlename: 'Ifeoma',
  lastname: 'Okonkwo',
  phone: '08030000001',
  gender: 'f',
  /** DD-MM-YYYY */
  birthdate: '17-05-1990',
  photo: Buffer.from('a photo of Adaeze Okonkwo').toString('base64'),
  address: '5 Aba Road',
} as const

const registered = (idNumber: string) => ({
  ...testPerson(idNumber, simulatedPerson),
  ...simulatedPerson,
  residence: { address1: simulatedPerson.address, lga: 'Port Harcourt', state: 'Rivers' },
})

const recordOf = (names: object, person: object): object =>
  Object.assign(
    {},
    ...Object.entries(names).map(([field, theirs]) => {
      const value = (person as Record<string, string | object>)[field]
      // What a registry does not know it has as null.
      return typeof value === 'object' ? recordOf(theirs, value) : { [theirs]: value || null }
    }),
  )

/** What a registry answers about the number of somebody, in its own words. */
export const foundReply = (
  { found, record, fields }: RegistryAdapter,
  idNumber: string,
  differences: Partial<RegisteredPerson> = {},
): object => ({
  ...found,
  [record]: recordOf(fields, { ...registered(idNumber), ...differences }),
})
