import * as z from 'zod/mini'
import { type ConclusionInput, toConclusion, toSubject } from '../conclusion.ts'
import { conclusionSchemas, nothing, personText, subject } from '../contract/check.ts'
import type { DisclosedPerson } from '../disclosure.ts'

export const Residence = z.object(personText({ address1: 'hidden', lga: 'hidden', state: 'hidden' }))

const Nin = z.object({
  ...personText({
    nin: 'last-four',
    firstname: 'initials',
    lastname: 'initials',
    middlename: 'initials',
    phone: 'last-four',
    gender: 'hidden',
    birthdate: 'date-form',
    photo: 'hidden',
    address: 'hidden',
  }),
  // Beyond the interface, since clients of the incumbent read it here. Results stored by an earlier release lack it.
  residence: z.optional(Residence),
})

const { verified, partial, none } = conclusionSchemas('nin_check')

/** Interface §2.7. `birthdate` is DD-MM-YYYY, `photo` Base64. */
export const NinResponse = z.union([
  z.object({ ...subject, ...verified, nin: Nin }),
  z.object({ ...subject, ...partial, nin: z.extend(Nin, { photo: nothing }) }),
  z.object({ ...subject, ...none, nin: nothing }),
])
export type NinResponse = z.infer<typeof NinResponse>

const toNin = (person: DisclosedPerson) => {
  const { idNumber, firstname, lastname, middlename, phone, gender, birthdate, photo, address, residence } =
    person
  return {
    nin: idNumber,
    firstname,
    lastname,
    middlename,
    phone,
    gender,
    birthdate,
    photo,
    address,
    residence,
  }
}

export const toNinResponse = (found: ConclusionInput): NinResponse => {
  const { person, verdict } = found
  const nin = person && toNin(person)
  return z.parse(NinResponse, { ...toSubject(found), ...toConclusion('nin_check', verdict), nin })
}

/** NIN, alien card and passport share the name `nin` in the interface. */
export const ninResponseMapping = {
  check: 'nin_check',
  schema: NinResponse,
  toAnswer: toNinResponse,
} as const
