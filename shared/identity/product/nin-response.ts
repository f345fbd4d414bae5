import * as z from 'zod/mini'
import { type ConclusionInput, toConclusion, toSubject } from '../conclusion.ts'
import { nothing, personText, responseSchema, subject } from '../contract/check.ts'
import type { DisclosedPerson } from '../disclosure.ts'

const Nin = z.object(
  personText({
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
)

/** Interface §2.7. `birthdate` is DD-MM-YYYY, `photo` Base64. */
export const NinResponse = responseSchema('nin_check', {
  verified: { before: subject, after: { nin: Nin } },
  partial: { before: subject, after: { nin: z.extend(Nin, { photo: nothing }) } },
  none: { before: subject, after: { nin: nothing } },
})
export type NinResponse = z.infer<typeof NinResponse>

const toNin = (person: DisclosedPerson) => {
  const { idNumber, firstname, lastname, middlename, phone, gender, birthdate, photo, address } = person
  return { nin: idNumber, firstname, lastname, middlename, phone, gender, birthdate, photo, address }
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
