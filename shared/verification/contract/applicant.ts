import * as z from 'zod/mini'
import { masked } from '../../http/contract/mask.ts'
import { optional } from '../../http/contract/optional.ts'
import { dateString, email, id, optionalText, phone, timestamp } from '../../http/contract/text.ts'
import { optionalPersonName, personName } from './name.ts'

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
