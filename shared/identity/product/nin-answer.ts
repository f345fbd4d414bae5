import * as z from 'zod/mini'
import { type Found, toConclusion, toSubject } from '../conclusion.ts'
import { answerUnder, personText, subject } from '../contract/check.ts'

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
export const NinAnswer = answerUnder('nin_check', subject, { nin: Nin })
export type NinAnswer = z.infer<typeof NinAnswer>

export const toNinAnswer = (found: Found): NinAnswer => {
  const { person, verdict } = found
  const { idNumber, firstname, lastname, middlename, phone, gender, birthdate, photo, address } = person
  const nin = { nin: idNumber, firstname, lastname, middlename, phone, gender, birthdate, photo, address }
  return { ...toSubject(found), ...toConclusion('nin_check', verdict), nin }
}

/** The interface calls the data object of NIN, alien card and passport alike `nin`. */
export const ninAnswer = { check: 'nin_check', schema: NinAnswer, toAnswer: toNinAnswer } as const
