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
  reserved,
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
    /** The first name. @example "Ngozi" */
    schema: personName(100),
    /** The first name, as you sent it. @example "Ngozi" */
    customer: masked('initials', z.string()),
    /** The first name. @example "Ngozi" */
    agent: z.string(),
  },
  middlename: {
    ...encrypted,
    /** The middle name or names. @example "Ada" */
    schema: optionalPersonName(100),
    /** The middle name, as you sent it. Empty if you sent none. @example "Ada" */
    customer: masked('initials', textOrEmpty),
    /** The middle name or names. Empty if there are none. @example "Ada" */
    agent: textOrEmpty,
  },
  lastname: {
    ...encrypted,
    /** The last name. @example "Adeyemi" */
    schema: personName(100),
    /** The last name, as you sent it. @example "Adeyemi" */
    customer: masked('initials', z.string()),
    /** The last name. @example "Adeyemi" */
    agent: z.string(),
  },
  phone: {
    ...encrypted,
    /** The telephone number. Agents call it, and links are sent to it. @example "+2348031234567" */
    schema: phone,
    /** The telephone number, as you sent it. @example "+2348031234567" */
    customer: masked('last-four', z.string()),
    /** The telephone number. @example "+2348031234567" */
    agent: z.string(),
  },
  dob: {
    ...encrypted,
    /** The date of birth. It is not in the future. @example "1990-04-12" */
    schema: optional(dateString),
    /** The date of birth as YYYY-MM-DD, as you sent it. Empty if you sent none. @example "1990-04-12" */
    customer: masked('date-form', textOrEmpty),
  },
  gender: {
    ...encrypted,
    /** The gender. @example "female" */
    schema: optional(gender),
    /** The gender, as you sent it. Empty if you sent none. @example "female" */
    customer: textOrEmpty,
  },
  email: {
    ...encrypted,
    /**
     * The email address. Links are sent to it if the telephone number is not a mobile one.
     * @example "ngozi@example.com"
     */
    schema: optional(email),
    customer: masked('mailbox', nullable(z.string())),
  },
  idNumber: {
    ...hidden,
    /**
     * The number of an identity document. Only a keyed digest and the last four characters are stored.
     * @example "63184876213"
     */
    schema: optionalIdNumber(50),
    stored: 'mapped',
  },
} as const satisfies OrderFields

/** Applicant of a street-address verification (interface §4.1: `idType` is free text there). */
export const applicantFields = {
  ...personFields,
  idType: {
    ...encrypted,
    /** The kind of the identity document, in your words. @example "nin" */
    schema: optionalText(50),
  },
} as const satisfies OrderFields

/** The person whose address is verified. */
export const AddressApplicant = z.object(shapeFor(applicantFields, 'schema'))

// Interface §4.2, §4.3.
/** The person who is verified. */
export const ListedIdApplicant = z.object({
  ...shapeFor(personFields, 'schema'),
  /** The kind of the identity document. @example "nin" */
  idType: optional(z.enum(idTypes)),
})
export type ApplicantInput = z.infer<typeof AddressApplicant>

export const orderFields = {
  customerReference: {
    ...hidden,
    /**
     * Your own reference of this order, such as the id of your case. It is in every response and event.
     * @example "customer-1042"
     */
    schema: text(100),
    stored: 'plain',
    customer: 'mapped',
  },
  /** True orders a second check even if an equal order was accepted within 30 days. */
  allowRevisit: {
    ...hidden,
    /**
     * True orders a new visit, or a new question to the employer, even if an equal order was accepted within
     * 30 days. Otherwise the earlier verification is returned, with `duplicateRequest: true`.
     * @example false
     */
    schema: optional(z.boolean()),
    stored: 'dropped',
  },
  applicantLink: {
    ...hidden,
    stored: 'plain',
    /**
     * True sends the applicant a link to a page: who asks and why, their consent, a time that suits. It needs
     * a mobile `phone` or an `email`. In test mode nothing leaves the service.
     * @example true
     */
    schema: optional(z.boolean()),
  },
  consent: {
    ...encrypted,
    /**
     * The lawful basis of this order: which notice the applicant saw, and what they agreed to. A stage may
     * require it for some products.
     */
    schema: consent,
  },
} as const satisfies OrderFields

const { email: shownEmail, ...shown } = shapeFor(applicantFields, 'customer', [
  'firstname',
  'middlename',
  'lastname',
  'gender',
])

// Interface §2.1.
/** The person, as you sent it. */
export const ApplicantResponse = z.object({
  /** The id of the applicant in this verification. @example 890123456789013 */
  id,
  /** When the order was accepted. @example "2026-11-20T09:30:00.000Z" */
  createdAt: timestamp,
  /** When the record last changed. @example "2026-11-20T09:30:00.000Z" */
  updatedAt: timestamp,
  ...shown,
  /**
   * The marital status that the agent noted. Null until the verification is complete, and where nobody found
   * it out.
   * @example "single"
   */
  maritalStatus: nullable(z.string()),
  /** The email address, as you sent it. Null if you sent none. @example "ngozi@example.com" */
  email: shownEmail,
  /** A photo of the applicant. Always null. @example null */
  photo: reserved(z.string()),
})

// Interface §2.4.
/** The person, as you sent it, with what was found. */
export const EventApplicant = z.omit(ApplicantResponse, { id: true, createdAt: true, updatedAt: true })
