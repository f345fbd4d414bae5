import * as z from 'zod/mini'
import { consent } from '../../consent/contract.ts'
import { masked } from '../../http/contract/mask.ts'
import {
  dateString,
  email,
  gender,
  id,
  nullable,
  optional,
  optionalIdNumber,
  optionalPersonName,
  optionalText,
  personName,
  phone,
  text,
  textOrEmpty,
  timestamp,
} from '../../http/contract/text.ts'
import { encrypted, hidden, type OrderFields, shapeFor } from './order-field.ts'

export const idTypes = ['nin', 'bvn', 'frsc', 'drivers_license'] as const

/** Fields of an applicant, stored together as `applicant`; of the id number, a keyed digest and its last four characters. */
const personFields = {
  firstname: {
    ...encrypted,
    schema: personName(100),
    customer: masked('initials', z.string()),
    agent: z.string(),
  },
  middlename: {
    ...encrypted,
    schema: optionalPersonName(100),
    customer: masked('initials', textOrEmpty),
    agent: textOrEmpty,
  },
  lastname: {
    ...encrypted,
    schema: personName(100),
    customer: masked('initials', z.string()),
    agent: z.string(),
  },
  phone: { ...encrypted, schema: phone, customer: masked('last-four', z.string()), agent: z.string() },
  dob: { ...encrypted, schema: optional(dateString), customer: masked('date-form', textOrEmpty) },
  gender: { ...encrypted, schema: optional(gender), customer: textOrEmpty },
  email: { ...encrypted, schema: optional(email), customer: masked('mailbox', nullable(z.string())) },
  idNumber: { ...hidden, schema: optionalIdNumber(50), stored: 'mapped' },
} as const satisfies OrderFields

/** Applicant of a street-address verification (interface §4.1: `idType` is free text there). */
export const applicantFields = {
  ...personFields,
  idType: { ...encrypted, schema: optionalText(50) },
} as const satisfies OrderFields

export const AddressApplicant = z.object(shapeFor(applicantFields, 'schema'))

/** Applicant of a business-address or employment verification (interface §4.2, §4.3). */
export const ListedIdApplicant = z.object({
  ...shapeFor(personFields, 'schema'),
  idType: optional(z.enum(idTypes)),
})
export type ApplicantInput = z.infer<typeof AddressApplicant>

export const orderFields = {
  customerReference: { ...hidden, schema: text(100), stored: 'plain', customer: 'mapped' },
  /** True orders a second check even if an equal order was accepted within 30 days. */
  allowRevisit: { ...hidden, schema: optional(z.boolean()), stored: 'dropped' },
  applicantLink: {
    ...hidden,
    stored: 'plain',
    schema: optional(z.boolean()),
  },
  consent: { ...encrypted, schema: consent },
} as const satisfies OrderFields

const { email: shownEmail, ...shown } = shapeFor(applicantFields, 'customer', [
  'firstname',
  'middlename',
  'lastname',
  'gender',
])

/** Applicant as answered by a creation or read of an unfinished verification (interface §2.1). */
export const ApplicantResponse = z.object({
  id,
  createdAt: timestamp,
  updatedAt: timestamp,
  ...shown,
  maritalStatus: nullable(z.string()),
  email: shownEmail,
  photo: nullable(z.string()),
})

/** Applicant inside a completion event's record (interface §2.4). */
export const EventApplicant = z.omit(ApplicantResponse, { id: true, createdAt: true, updatedAt: true })
