import * as z from 'zod/mini'
import { unmasked } from '../../http/contract/mask.ts'
import { id } from '../../http/contract/text.ts'
import { type ConclusionInput, toConclusion } from '../conclusion.ts'
import { conclusionSchemas, nothing, personText } from '../contract/check.ts'
import { IdentityClaim } from '../contract/claim.ts'
import type { DisclosedPerson } from '../disclosure.ts'
import { ninRegister } from '../registry/adapters.ts'
import type { IdentityProductDefinition } from './definition.ts'
import { Residence } from './nin-response.ts'

const data = {
  ...personText({
    title: 'hidden',
    nin: 'last-four',
    firstname: 'initials',
    lastname: 'initials',
    middlename: 'initials',
    phone: 'last-four',
    email: 'mailbox',
    gender: 'hidden',
    height: 'hidden',
    profession: 'hidden',
    maritalStatus: 'hidden',
    employmentStatus: 'hidden',
    birthdate: 'date-form',
    birthState: 'hidden',
    birthCountry: 'hidden',
    religion: 'hidden',
    nationality: 'hidden',
    photo: 'hidden',
    nspokenlang: 'hidden',
    ospokenlang: 'hidden',
    parentLastname: 'initials',
    lgaOfOrigin: 'hidden',
    stateOfOrigin: 'hidden',
  }),
  residence: Residence,
  nextOfKin: z.object(
    personText({
      firstname: 'hidden',
      lastname: 'hidden',
      address1: 'hidden',
      address2: 'hidden',
      lga: 'hidden',
      state: 'hidden',
      town: 'hidden',
    }),
  ),
}

const inEvery = <Value>(value: Value) =>
  Object.fromEntries(Object.keys(data).map(name => [name, value])) as Record<keyof typeof data, Value>

const { verified, partial, none } = conclusionSchemas('nin_check')
const all = { id: unmasked(id), ...data }

/** Interface §2.8: flat; without a match each field is null. */
export const PremiumResponse = z.union([
  z.object({ ...all, ...verified }),
  z.object({ ...all, photo: nothing, ...partial }),
  z.object({ id: unmasked(id), ...inEvery(nothing), ...none }),
])
export type PremiumResponse = z.infer<typeof PremiumResponse>

const toData = (person: DisclosedPerson) => ({
  ...person,
  nin: person.idNumber,
  nspokenlang: person.spokenLanguage,
  ospokenlang: person.otherSpokenLanguage,
})

export const toPremiumResponse = ({ id, person, verdict }: ConclusionInput): PremiumResponse =>
  z.parse(PremiumResponse, {
    ...(person ? toData(person) : inEvery(null)),
    id,
    ...toConclusion('nin_check', verdict),
  })

export const ninPremium = {
  ...ninRegister,
  name: 'nin-premium',
  otherNames: [],
  parameter: 'idNumber',
  summary: 'Check a person against the national identity registry of Nigeria and get all it has',
  description: 'Answers with all bio-data of the registry, residence and next of kin included.',
  claim: IdentityClaim,
  answer: { check: 'nin_check', schema: PremiumResponse, toAnswer: toPremiumResponse },
  priceNgn: 250,
  errorImpact: 'Integrators cannot check a NIN with all its details: their users cannot sign up.',
} as const satisfies IdentityProductDefinition
