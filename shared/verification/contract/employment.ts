import * as z from 'zod/mini'
import { masked, unmasked } from '../../http/contract/mask.ts'
import {
  businessName,
  dateString,
  email,
  id,
  nullable,
  optional,
  optionalPersonName,
  optionalText,
  phone,
  textOrEmpty,
  timestamp,
} from '../../http/contract/text.ts'
import { ApplicantResponse, EventApplicant, ListedIdApplicant, orderFields } from './applicant.ts'
import { encrypted, type OrderFields, shapeFor } from './order-field.ts'
import { RecordDispute } from './dispute.ts'
import { AgainstFinding, RecordFlag, Status } from './status.ts'

/** The words that people send for a yes and for a no, as they are written: small, capitalised, in capitals. */
const yes = ['true', 'True', 'TRUE', 'yes', 'Yes', 'YES', '1'] as const
const no = ['false', 'False', 'FALSE', 'no', 'No', 'NO', '0'] as const

export const isYes = (answer: unknown): boolean =>
  answer === true || (yes as readonly unknown[]).includes(answer)

export const yesOrNo = [true, false, ...yes, ...no] as const
/** A yes or a no, which the document calls a boolean. */
export const YesOrNo = z.literal(yesOrNo)
/** The same, which the interface calls a string. */
export const YesOrNoText = z.literal(yesOrNo)
const isYesIn = (schema: typeof YesOrNo) =>
  z.pipe(
    schema,
    z.transform((answer: z.infer<typeof YesOrNo>) => isYes(answer)),
  )
export const IsYes = isYesIn(YesOrNo)

const nullableText = nullable(z.string())
const nullableTime = nullable(timestamp)
const { customerReference, ...terms } = orderFields

export const employmentFields = {
  customerReference,
  employerName: { ...encrypted, schema: businessName(200), customer: 'mapped', agent: 'mapped' },
  employerEmail: { ...encrypted, schema: email, customer: 'mapped', agent: 'mapped' },
  employerPhone: { ...encrypted, schema: phone, customer: 'mapped', agent: 'mapped' },
  startDate: {
    ...encrypted,
    schema: optional(dateString),
    customer: unmasked(nullableTime),
    reviewer: nullableText,
  },
  endDate: {
    ...encrypted,
    schema: optional(dateString),
    customer: unmasked(nullableTime),
    reviewer: nullableText,
  },
  jobTitle: { ...encrypted, schema: optionalText(100), customer: textOrEmpty, reviewer: nullableText },
  currentlyEmployed: {
    ...encrypted,
    schema: optional(isYesIn(YesOrNoText)),
    customer: unmasked(z.boolean()),
    reviewer: z.boolean(),
  },
  contactPersonName: {
    ...encrypted,
    schema: optionalPersonName(200),
    customer: 'mapped',
    agent: textOrEmpty,
  },
  /** The customer's reference for the applicant's consent, answered as it was given. */
  consentReference: { ...encrypted, schema: optionalText(100), customer: 'mapped' },
  canContactPoc: { ...encrypted, schema: optional(z.boolean()), customer: 'mapped', agent: z.boolean() },
  ...terms,
} as const satisfies OrderFields

export const CreateEmployment = z.object({
  ...shapeFor(employmentFields, 'schema'),
  applicant: ListedIdApplicant,
})
export type CreateEmployment = z.infer<typeof CreateEmployment>

const orderedDetails = shapeFor(employmentFields, 'customer', ['currentlyEmployed'])

const orderedEmployer = {
  contactPersonName: masked('initials', textOrEmpty),
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
  consentReference: textOrEmpty,
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
  userId: unmasked(nullable(id)),
  approvedAt: unmasked(nullableTime),
  rejectedAt: unmasked(nullableTime),
  identityVerificationId: unmasked(nullable(id)),
  apiReference: nullableText,
  bundleCode: nullableText,
  stateId: unmasked(nullable(id)),
  lgaId: unmasked(nullable(id)),
  applicationId: unmasked(nullable(id)),
  latitude: nullable(z.number()),
  longitude: nullable(z.number()),
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
    employerConsented: unmasked(nullable(z.boolean())),
    employmentType: nullableText,
    jobBenefits: nullableText,
    jobLeaveReason: nullableText,
    jobTermination: nullableText,
    offence: nullableText,
    rehire: nullable(z.boolean()),
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

export const CreateEmploymentResponse = z.object({
  ...verification,
  employment: PendingEmploymentRecord,
  duplicateRequest: z.boolean(),
})
export type CreateEmploymentResponse = z.infer<typeof CreateEmploymentResponse>

export const EmploymentResponse = z.object({
  ...verification,
  employment: z.union([EmploymentRecord, PendingEmploymentRecord]),
  againstFinding: z.optional(AgainstFinding),
  flags: z.optional(z.array(RecordFlag)),
  dispute: z.optional(RecordDispute),
})
export type EmploymentResponse = z.infer<typeof EmploymentResponse>
