import * as z from 'zod/mini'
import {
  optional,
  anyText,
  text,
  dateString,
  email,
  id,
  optionalText,
  phone,
  timestamp,
} from '../../http/contract/text.ts'
import { masked } from '../../http/contract/mask.ts'

/** What nobody sees, or what turns the direction of what follows: two names would look like one, or like another. */
const hidden = String.raw`\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}`

const promise = (needed: string) => ({
  description: `At least one ${needed}; no invisible characters and no marks of direction.`,
})
const ofPersonPromise = promise('letter')

/** Text without hidden characters and with at least one of `needed`; an empty one is for the length to refuse. */
const readable = (needed: string, message: string) =>
  z.regex(new RegExp(`^(?:(?=.*${needed})[^${hidden}]*)?$`, 'su'), message)

const ofPerson = readable(
  String.raw`\p{L}`,
  'Expected a name: at least one letter, and no invisible characters or marks of direction.',
)
const ofBusiness = readable(
  String.raw`[\p{L}\p{N}]`,
  'Expected a name: at least one letter or digit, and no invisible characters or marks of direction.',
)

/** The name of a person. */
export const personName = (maxLength: number) =>
  text(maxLength).check(ofPerson).register(z.globalRegistry, ofPersonPromise)
export const optionalPersonName = (maxLength: number) =>
  optional(anyText(maxLength).check(ofPerson).register(z.globalRegistry, ofPersonPromise))

/** The name of a business: some are numbers. */
export const businessName = (maxLength: number) =>
  text(maxLength).check(ofBusiness).register(z.globalRegistry, promise('letter or digit'))

/** The documents whose number may accompany an applicant. */
export const idTypes = ['nin', 'bvn', 'frsc', 'drivers_license'] as const

const person = {
  firstname: personName(100),
  middlename: optionalPersonName(100),
  lastname: personName(100),
  phone,
  dob: optional(dateString),
  gender: optionalText(20),
  email: optional(email),
  idNumber: optionalText(50),
}

/** Applicant of a street-address verification (interface §4.1: `idType` is free text there). */
export const AddressApplicant = z.object({ ...person, idType: optionalText(50) })

/** Applicant of a business-address or employment verification (interface §4.2, §4.3). */
export const ListedIdApplicant = z.object({ ...person, idType: optional(z.enum(idTypes)) })
export type ApplicantInput = z.infer<typeof AddressApplicant>

/** Whether the applicant is sent a link when the work is opened. */
export const applicantLink = optional(
  z.boolean().register(z.globalRegistry, {
    description:
      'True sends the applicant a link to a page: who asks and why, their consent, a time that suits. It needs a mobile `phone` or an `email`; in test mode nothing leaves the service.',
  }),
)

/** Applicant as answered by a creation or read of an unfinished verification (interface §2.1). */
export const ApplicantResponse = z.object({
  id,
  createdAt: timestamp,
  updatedAt: timestamp,
  firstname: masked('initials', z.string()),
  middlename: masked('initials', z.string()),
  lastname: masked('initials', z.string()),
  gender: z.string(),
  phone: masked('last-four', z.string()),
  dob: masked('date-form', z.string()),
  maritalStatus: z.nullable(z.string()),
  email: masked('mailbox', z.nullable(z.string())),
  photo: z.nullable(z.string()),
})

/** Applicant inside a completion event's record (interface §2.4). */
export const EventApplicant = z.omit(ApplicantResponse, { id: true, createdAt: true, updatedAt: true })
