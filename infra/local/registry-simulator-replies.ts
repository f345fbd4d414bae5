import type { IdentityProductDefinition } from '../../shared/identity/product/definition.ts'
import type { RegistryAdapter } from '../../shared/identity/registry/adapter.ts'
import { unknownPerson } from '../../shared/identity/registry/registered-person.ts'

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

const everything = {
  ...unknownPerson,
  ...simulatedPerson,
  title: 'mrs',
  email: 'adaeze@example.com',
  height: '165',
  profession: 'TRADER',
  maritalStatus: 'married',
  employmentStatus: 'self employed',
  birthState: 'Abia',
  birthCountry: 'nigeria',
  religion: 'christianity',
  spokenLanguage: 'IGBO',
  parentLastname: '****',
  lgaOfOrigin: 'Aba North',
  stateOfOrigin: 'Abia',
  residence: { address1: simulatedPerson.address, lga: 'Port Harcourt', state: 'Rivers' },
  nextOfKin: {
    firstname: 'Chidi',
    lastname: simulatedPerson.lastname,
    address1: simulatedPerson.address,
    address2: '',
    lga: 'Port Harcourt',
    state: 'Rivers',
    town: 'Port Harcourt',
  },
  issuedDate: '01-02-2023',
  expiryDate: '31-01-2028',
  stateOfIssue: 'RIVERS',
}

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
export const foundReply = ({ found, record, fields }: RegistryAdapter, idNumber: string): object => ({
  ...found,
  [record]: recordOf(fields, { ...everything, idNumber }),
})
