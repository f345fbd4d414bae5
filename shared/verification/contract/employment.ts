import * as z from 'zod/mini'
import { dateString, id, optionalText, phone, text, timestamp } from '../../http/contract/text.ts'
import { ApplicantAnswer, EventApplicant, ListedIdApplicant } from './applicant.ts'
import { Status } from './status.ts'

/** The strings people send for a yes or a no. */
export const yesNo = ['true', 'false', 'yes', 'no', '1', '0'] as const

const YesNo = z.pipe(
  z.string().check(z.trim(), z.toLowerCase()),
  z.pipe(
    z.enum(yesNo),
    z.transform((word: (typeof yesNo)[number]) => word === 'true' || word === 'yes' || word === '1'),
  ),
)

export const CreateEmployment = z.object({
  customerReference: text(100),
  employerName: text(200),
  employerEmail: z.email().check(z.maxLength(254)),
  employerPhone: phone,
  startDate: z.optional(dateString),
  endDate: z.optional(dateString),
  jobTitle: optionalText(100),
  currentlyEmployed: z.optional(YesNo),
  contactPersonName: optionalText(200),
  /** The customer's reference for the applicant's consent, answered as it was given. */
  consentReference: optionalText(100),
  canContactPoc: z.optional(z.boolean()),
  /** True orders a second check even if the same applicant and employer were accepted within 30 days. */
  allowRevisit: z.optional(z.boolean()),
  applicant: ListedIdApplicant,
})
export type CreateEmployment = z.infer<typeof CreateEmployment>

const nullableText = z.nullable(z.string())
const nullableTime = z.nullable(timestamp)

const orderedDetails = {
  currentlyEmployed: z.boolean(),
  startDate: nullableTime,
  endDate: nullableTime,
  jobTitle: z.string(),
}

const orderedEmployer = {
  contactPersonName: z.string(),
  email: z.string(),
  name: z.string(),
  phone: z.string(),
}

const order = {
  id,
  verificationTypeCode: z.literal('employment'),
  isAsset: z.boolean(),
  organisationId: id,
  requestedAt: timestamp,
  updatedAt: timestamp,
  consentReference: z.string(),
  requestSource: z.literal('api'),
  archived: z.boolean(),
  canContactPoc: z.boolean(),
  isVague: z.boolean(),
  customerReference: z.string(),
  paymentMethodCode: z.literal('standard'),
  price: z.number(),
  status: Status,
}

/** The record as it was ordered, until it is final (interface §2.5). */
export const OrderedEmployment = z.object({
  ...order,
  employmentDetails: z.object(orderedDetails),
  employerDetails: z.object(orderedEmployer),
})
export type OrderedEmployment = z.infer<typeof OrderedEmployment>

/** The record of a completion event (interface §2.6). */
export const EmploymentRecord = z.object({
  ...order,
  userId: z.nullable(id),
  approvedAt: nullableTime,
  rejectedAt: nullableTime,
  identityVerificationId: z.nullable(id),
  apiReference: nullableText,
  bundleCode: nullableText,
  stateId: z.nullable(id),
  lgaId: z.nullable(id),
  applicationId: z.nullable(id),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  isLive: z.boolean(),
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
    employeeStartDate: nullableTime,
    employeeEndDate: nullableTime,
    employeeTitle: nullableText,
    employerConsented: z.nullable(z.boolean()),
    employmentType: nullableText,
    jobBenefits: nullableText,
    jobLeaveReason: nullableText,
    jobTermination: nullableText,
    offence: nullableText,
    rehire: z.nullable(z.boolean()),
    salaryRange: nullableText,
    supervisorEmail: nullableText,
    supervisorName: nullableText,
    supervisorPhone: nullableText,
    supervisorTitle: nullableText,
  }),
  employerDetails: z.object({
    ...orderedEmployer,
    comment: nullableText,
    companyAddress: nullableText,
    companyCac: nullableText,
    companySize: nullableText,
    industry: nullableText,
  }),
  attestator: z.object({
    email: nullableText,
    name: nullableText,
    phone: nullableText,
    title: nullableText,
  }),
  applicant: EventApplicant,
})
export type EmploymentRecord = z.infer<typeof EmploymentRecord>

const verification = { id, customerReference: z.string(), applicant: ApplicantAnswer, status: Status }

/** The answer to a creation (interface §2.5), with the same `duplicateRequest` that addresses carry. */
export const CreatedEmployment = z.object({
  ...verification,
  employment: OrderedEmployment,
  duplicateRequest: z.boolean(),
})
export type CreatedEmployment = z.infer<typeof CreatedEmployment>

/** A verification read later: the ordered fields until it is final, the event record's fields after. */
export const EmploymentAnswer = z.object({
  ...verification,
  employment: z.union([EmploymentRecord, OrderedEmployment]),
})
export type EmploymentAnswer = z.infer<typeof EmploymentAnswer>
