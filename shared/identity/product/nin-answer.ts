import * as z from 'zod/mini'
import { type Found, toConclusion, toSubject } from '../conclusion.ts'
import { answerUnder, nothing, personText, subject } from '../contract/check.ts'
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

/** Answer of NIN, alien card and passport (interface §2.7). `birthdate` is DD-MM-YYYY, `photo` Base64. */
export const NinAnswer = answerUnder('nin_check', {
  verified: { before: subject, after: { nin: Nin } },
  partial: { before: subject, after: { nin: z.extend(Nin, { photo: nothing }) } },
  none: { before: subject, after: { nin: nothing } },
})
export type NinAnswer = z.infer<typeof NinAnswer>

const toNin = (person: DisclosedPerson) => {
  const { idNumber, firstname, lastname, middlename, phone, gender, birthdate, photo, address } = person
  return { nin: idNumber, firstname, lastname, middlename, phone, gender, birthdate, photo, address }
}

export const toNinAnswer = (found: Found): NinAnswer => {
  const { person, verdict } = found
  const nin = person && toNin(person)
  return z.parse(NinAnswer, { ...toSubject(found), ...toConclusion('nin_check', verdict), nin })
}

/** The interface calls the data object of NIN, alien card and passport alike `nin`. */
export const ninAnswer = { check: 'nin_check', schema: NinAnswer, toAnswer: toNinAnswer } as const
