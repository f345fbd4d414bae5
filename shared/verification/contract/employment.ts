import * as z from 'zod/mini'
import { consent } from '../../consent/contract.ts'
import { masked, unmasked } from '../../http/contract/mask.ts'
import {
  optional,
  dateString,
  email,
  id,
  optionalText,
  phone,
  text,
  timestamp,
} from '../../http/contract/text.ts'
import {
  ApplicantResponse,
  applicantLink,
  EventApplicant,
  ListedIdApplicant,
  businessName,
  optionalPersonName,
} from './applicant.ts'
import { Status } from './status.ts'

/** The words that people send for a yes and for a no, as they are written: small, capitalised, in capitals. */
const yes = ['true', 'True', 'TRUE', 'yes', 'Yes', 'YES', '1'] as const
const no = ['false', 'False', 'FALSE', 'no', 'No', 'NO', '0'] as const

/** Whether somebody says yes. */
export const isYes = (answer: unknown): boolean =>
  answer === true || (yes as readonly unknown[]).includes(answer)

/** A yes or a no: a word, as the interface says, or a boolean, as people take it to be. */
const YesOrNo = z.literal([true, false, ...yes, ...no])
/** Parses to whether somebody says yes. */
export const IsYes = z.pipe(
  YesOrNo,
  z.transform((answer: z.infer<typeof YesOrNo>) => isYes(answer)),
)

export const CreateEmployment = z.object({
  customerReference: text(100),
  employerName: businessName(200),
  employerEmail: email,
  employerPhone: phone,
  startDate: optional(dateString),
  endDate: optional(dateString),
  jobTitle: optionalText(100),
  currentlyEmployed: optional(IsYes),
  contactPersonName: optionalPersonName(200),
  /** The customer's reference for the applicant's consent, answered as it was given. */
  consentReference: optionalText(100),
  canContactPoc: optional(z.boolean()),
  /** True orders a second check even if the same applicant and employer were accepted within 30 days. */
  allowRevisit: optional(z.boolean()),
  applicantLink,
  consent,
  applicant: ListedIdApplicant,
})
export type CreateEmployment = z.infer<typeof CreateEmployment>

const nullableText = z.nullable(z.string())
const nullableTime = z.nullable(timestamp)

const orderedDetails = {
  currentlyEmployed: unmasked(z.boolean()),
  startDate: unmasked(nullableTime),
  endDate: unmasked(nullableTime),
  jobTitle: z.string(),
}

const orderedEmployer = {
  contactPersonName: masked('initials', z.string()),
  email: masked('mailbox', z.string()),
  name: z.string(),
  phone: masked('last-four', z.string()),
}

const order = {
  id: unmasked(id),
  verificationTypeCode: unmasked(z.literal('employment')),
  isAsset: unmasked(z.boolean()),
  organisationId: unmasked(id),
  requestedAt: unmasked(timestamp),
  updatedAt: unmasked(timestamp),
  consentReference: z.string(),
  requestSource: unmasked(z.literal('api')),
  archived: unmasked(z.boolean()),
  canContactPoc: unmasked(z.boolean()),
  isVague: unmasked(z.boolean()),
  customerReference: z.string(),
  paymentMethodCode: unmasked(z.literal('standard')),
  price: unmasked(z.number()),
  status: Status,
}

/** The record as it was ordered, until it is final (interface §2.5). */
export const PendingEmploymentRecord = z.object({
  ...order,
  employmentDetails: z.object(orderedDetails),
  employerDetails: z.object(orderedEmployer),
})
export type PendingEmploymentRecord = z.infer<typeof PendingEmploymentRecord>

/** The record of a completion event (interface §2.6). */
export const EmploymentRecord = z.object({
  ...order,
  userId: unmasked(z.nullable(id)),
  approvedAt: unmasked(nullableTime),
  rejectedAt: unmasked(nullableTime),
  identityVerificationId: unmasked(z.nullable(id)),
  apiReference: nullableText,
  bundleCode: nullableText,
  stateId: unmasked(z.nullable(id)),
  lgaId: unmasked(z.nullable(id)),
  applicationId: unmasked(z.nullable(id)),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  isLive: unmasked(z.boolean()),
  criminalRecord: z.object({
    offence: nullableText,
    policeReport: nullableText,
    policeReportNumber: nullableText,
    policeStationAddress: nullableText,
  }),
  employmentDetails: z.object({
    ...orderedDetails,
    averageHours: nullableText,
    compensationRate: nullableText,
    employeeDepartment: nullableText,
    employeeStartDate: unmasked(nullableTime),
    employeeEndDate: unmasked(nullableTime),
    employeeTitle: nullableText,
    employerConsented: unmasked(z.nullable(z.boolean())),
    employmentType: nullableText,
    jobBenefits: nullableText,
    jobLeaveReason: nullableText,
    jobTermination: nullableText,
    offence: nullableText,
    rehire: z.nullable(z.boolean()),
    salaryRange: nullableText,
    supervisorEmail: masked('mailbox', nullableText),
    supervisorName: masked('initials', nullableText),
    supervisorPhone: masked('last-four', nullableText),
    supervisorTitle: nullableText,
  }),
  employerDetails: z.object({
    ...orderedEmployer,
    comment: nullableText,
    companyAddress: nullableText,
    companyCac: masked('last-four', nullableText),
    companySize: nullableText,
    industry: nullableText,
  }),
  attestator: z.object({
    email: masked('mailbox', nullableText),
    name: masked('initials', nullableText),
    phone: masked('last-four', nullableText),
    title: nullableText,
  }),
  applicant: EventApplicant,
})
export type EmploymentRecord = z.infer<typeof EmploymentRecord>

const verification = { id, customerReference: z.string(), applicant: ApplicantResponse, status: Status }

/** The answer to a creation (interface §2.5), with the same `duplicateRequest` that addresses carry. */
export const CreateEmploymentResponse = z.object({
  ...verification,
  employment: PendingEmploymentRecord,
  duplicateRequest: z.boolean(),
})
export type CreateEmploymentResponse = z.infer<typeof CreateEmploymentResponse>

/** A verification read later: the ordered fields until it is final, the event record's fields after. */
export const EmploymentResponse = z.object({
  ...verification,
  employment: z.union([EmploymentRecord, PendingEmploymentRecord]),
})
export type EmploymentResponse = z.infer<typeof EmploymentResponse>
