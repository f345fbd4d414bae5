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
  reserved,
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
const reservedText = reserved(z.string())
const nullableTime = nullable(timestamp)
const { customerReference, ...terms } = orderFields

export const employmentFields = {
  customerReference,
  employerName: {
    ...encrypted,
    /** The name of the employer. @example "Example Limited" */
    schema: businessName(200),
    customer: 'mapped',
    agent: 'mapped',
  },
  employerEmail: {
    ...encrypted,
    /** The email address of the employer. A page to answer on is sent to it. @example "hr@example.com" */
    schema: email,
    customer: 'mapped',
    agent: 'mapped',
  },
  employerPhone: {
    ...encrypted,
    /** The telephone number of the employer. @example "+2348035550177" */
    schema: phone,
    customer: 'mapped',
    agent: 'mapped',
  },
  startDate: {
    ...encrypted,
    /** The first day of the job. At most a year from now. @example "2019-01-28" */
    schema: optional(dateString),
    /** The first day, as you sent it. Null if you sent none. @example "2019-01-28T00:00:00.000Z" */
    customer: unmasked(nullableTime),
    /** The first day. Null unless stated. @example "2019-01-28" */
    reviewer: nullableText,
  },
  endDate: {
    ...encrypted,
    /** The last day of the job. Not before `startDate`. Omit it for a present job. @example "2024-06-26" */
    schema: optional(dateString),
    /** The last day, as you sent it. Null if you sent none. @example "2024-06-26T00:00:00.000Z" */
    customer: unmasked(nullableTime),
    /** The last day. Null unless stated. @example "2024-06-26" */
    reviewer: nullableText,
  },
  jobTitle: {
    ...encrypted,
    /** The job title. @example "Accountant" */
    schema: optionalText(100),
    /** The job title, as you sent it. Empty if you sent none. @example "Accountant" */
    customer: textOrEmpty,
    /** The job title. Null unless stated. @example "Accountant" */
    reviewer: nullableText,
  },
  currentlyEmployed: {
    ...encrypted,
    /**
     * Whether the applicant works there now. A boolean, `true`, `false`, `1` and `0` are taken, too. Unless
     * given: yes without `endDate`.
     * @example "yes"
     */
    schema: optional(isYesIn(YesOrNoText)),
    /**
     * Whether the applicant works there now. If you sent nothing: true unless you sent `endDate`.
     * @example true
     */
    customer: unmasked(z.boolean()),
    /** Whether the applicant works there now. @example true */
    reviewer: z.boolean(),
  },
  contactPersonName: {
    ...encrypted,
    /** The person to ask at the employer. @example "Bola Ade" */
    schema: optionalPersonName(200),
    customer: 'mapped',
    /** The person to ask. Empty if unknown. @example "Bola Ade" */
    agent: textOrEmpty,
  },
  /** The customer's reference for the applicant's consent, answered as it was given. */
  consentReference: {
    ...encrypted,
    /** Your reference of the applicant’s consent. It is returned as you sent it. @example "consent-88" */
    schema: optionalText(100),
    customer: 'mapped',
  },
  canContactPoc: {
    ...encrypted,
    /** Whether the contact person may be asked. False unless given. @example true */
    schema: optional(z.boolean()),
    customer: 'mapped',
    /** Whether this person may be asked. @example true */
    agent: z.boolean(),
  },
  ...terms,
} as const satisfies OrderFields

/** An order to verify a present or past job with its employer. */
export const CreateEmployment = z.object({
  ...shapeFor(employmentFields, 'schema'),
  /** The person who is verified. */
  applicant: ListedIdApplicant,
})
export type CreateEmployment = z.infer<typeof CreateEmployment>

const orderedDetails = shapeFor(employmentFields, 'customer', ['currentlyEmployed'])

const orderedEmployer = {
  /** The person to ask at the employer. Empty if you sent none. @example "Bola Ade" */
  contactPersonName: masked('initials', textOrEmpty),
  /** The email address of the employer. @example "hr@example.com" */
  email: masked('mailbox', z.string()),
  /** The name of the employer. @example "Example Limited" */
  name: z.string(),
  /** The telephone number of the employer. @example "+2348035550177" */
  phone: masked('last-four', z.string()),
}

const order = {
  /** The id of the verification. Read the record with it. @example 890123456789012 */
  id: unmasked(id),
  /** The type of verification. @example "employment" */
  verificationTypeCode: unmasked(z.literal('employment')),
  /** Always false. @example false */
  isAsset: unmasked(z.boolean()),
  /** The id of your organisation. @example 1 */
  organisationId: unmasked(id),
  /** When the order was accepted. @example "2026-11-20T09:30:00.000Z" */
  requestedAt: unmasked(timestamp),
  /** When the record last changed. @example "2026-11-20T09:31:00.000Z" */
  updatedAt: unmasked(timestamp),
  /**
   * Your reference of the applicant’s consent, as you sent it. Empty if you sent none.
   * @example "consent-88"
   */
  consentReference: textOrEmpty,
  /** How it was ordered. @example "api" */
  requestSource: unmasked(z.literal('api')),
  /** Always false. @example false */
  archived: unmasked(z.boolean()),
  /** Whether the contact person may be asked. @example true */
  canContactPoc: unmasked(z.boolean()),
  /**
   * Whether the address alone did not lead the agent there. False until the visit, and for an employment.
   * @example false
   */
  isVague: unmasked(z.boolean()),
  /** Your own reference, as you sent it with the order. @example "customer-1042" */
  customerReference: z.string(),
  /** Always `standard`. @example "standard" */
  paymentMethodCode: unmasked(z.literal('standard')),
  /** What was charged, in naira. 0 until there is a verdict, and for what is never charged. @example 2500 */
  price: unmasked(z.number()),
  /** Where the verification stands, and how it ended. */
  status: Status,
}

// Interface §2.5.
/** The record as it was ordered, until it is complete. */
export const PendingEmploymentRecord = z.object({
  ...order,
  /** The job as you stated it. */
  employmentDetails: z.object(orderedDetails),
  /** The employer as you stated it. */
  employerDetails: z.object(orderedEmployer),
})
export type PendingEmploymentRecord = z.infer<typeof PendingEmploymentRecord>

// Interface §2.6.
/** A complete employment verification, as its event and `GET /v1/employments/{id}` show it. */
export const EmploymentRecord = z.object({
  ...order,
  /** Reserved for a later use; always null. @example null */
  userId: unmasked(reserved(id)),
  /** When a reviewer last approved it. Null if nobody did. @example "2026-11-20T09:33:00.000Z" */
  approvedAt: unmasked(nullableTime),
  /** When a reviewer last rejected it. Null if nobody did. @example "2026-11-20T09:33:00.000Z" */
  rejectedAt: unmasked(nullableTime),
  /** Reserved for a later use; always null. @example null */
  identityVerificationId: unmasked(reserved(id)),
  /** Reserved for a later use; always null. @example null */
  apiReference: reservedText,
  /** Reserved for a later use; always null. @example null */
  bundleCode: reservedText,
  /** Reserved for a later use; always null. @example null */
  stateId: unmasked(reserved(id)),
  /** Reserved for a later use; always null. @example null */
  lgaId: unmasked(reserved(id)),
  /** The same as `id`. @example 890123456789012 */
  applicationId: unmasked(nullable(id)),
  /** Reserved for a later use; always null. @example null */
  latitude: reserved(z.number()),
  /** Reserved for a later use; always null. @example null */
  longitude: reserved(z.number()),
  /** True in live mode, false in test mode. @example false */
  isLive: unmasked(z.boolean()),
  /** Reserved: all fields are null. */
  criminalRecord: z.object({
    /** Reserved for a later use; always null. @example null */
    offence: reservedText,
    /** Reserved for a later use; always null. @example null */
    policeReport: reservedText,
    /** Reserved for a later use; always null. @example null */
    policeReportNumber: reservedText,
    /** Reserved for a later use; always null. @example null */
    policeStationAddress: reservedText,
  }),
  /** The job as you stated it, and as the employer stated it. */
  employmentDetails: z.object({
    ...orderedDetails,
    /** Hours a week. Null where the employer did not say. @example "40" */
    averageHours: nullableText,
    /** How often the pay is given. Null where the employer did not say. @example "Monthly" */
    compensationRate: nullableText,
    /** The department. Null where the employer did not say. @example "Operations" */
    employeeDepartment: nullableText,
    /**
     * The first day, by the employer. Null where the employer did not say.
     * @example "2019-01-28T00:00:00.000Z"
     */
    employeeStartDate: unmasked(nullableTime),
    /**
     * The last day, by the employer. Null where the employer did not say.
     * @example "2024-06-26T00:00:00.000Z"
     */
    employeeEndDate: unmasked(nullableTime),
    /** The job title, by the employer. Null where the employer did not say. @example "Accountant" */
    employeeTitle: nullableText,
    /** Whether the employer consents that you are told. Null where the employer did not say. @example true */
    employerConsented: unmasked(nullable(z.boolean())),
    /** The type of employment. Null where the employer did not say. @example "Full-Time" */
    employmentType: nullableText,
    /**
     * Benefits, with commas between them. Null where the employer did not say.
     * @example "Health insurance,Pension"
     */
    jobBenefits: nullableText,
    /** Why the applicant left. Null where the employer did not say. @example "Resigned" */
    jobLeaveReason: nullableText,
    /** How the job ended. Null where the employer did not say. @example "Voluntary" */
    jobTermination: nullableText,
    /** An offence that the employer names. Null where the employer did not say. @example "None" */
    offence: nullableText,
    /**
     * Whether the employer would employ the applicant again. Null where the employer did not say.
     * @example true
     */
    rehire: nullable(z.boolean()),
    /** The range of the salary. Null where the employer did not say. @example "100000-200000" */
    salaryRange: nullableText,
    /**
     * The email address of the supervisor. Null where the employer did not say.
     * @example "supervisor@example.com"
     */
    supervisorEmail: masked('mailbox', nullableText),
    /** The name of the supervisor. Null where the employer did not say. @example "Bola Ade" */
    supervisorName: masked('initials', nullableText),
    /** The telephone number of the supervisor. Null where the employer did not say. @example "08035550177" */
    supervisorPhone: masked('last-four', nullableText),
    /** The title of the supervisor. Null where the employer did not say. @example "Head of Operations" */
    supervisorTitle: nullableText,
  }),
  /** The employer as you stated it, and what they said of themselves. */
  employerDetails: z.object({
    ...orderedEmployer,
    /** What the employer added. Null where the employer did not say. @example "Confirmed by telephone." */
    comment: nullableText,
    /** The address of the company. Null where the employer did not say. @example "1 Marina, Lagos" */
    companyAddress: nullableText,
    /**
     * The number at the Corporate Affairs Commission. Null where the employer did not say.
     * @example "RC123456"
     */
    companyCac: masked('last-four', nullableText),
    /** The number of employees. Null where the employer did not say. @example "51-200" */
    companySize: nullableText,
    /** The industry. Null where the employer did not say. @example "Services" */
    industry: nullableText,
  }),
  /** Who answered for the employer. */
  attestator: z.object({
    /** Their email address. Null where the employer did not say. @example "hr@example.com" */
    email: masked('mailbox', nullableText),
    /** Their name. Null where the employer did not say. @example "Bola Ade" */
    name: masked('initials', nullableText),
    /** Their telephone number. Null where the employer did not say. @example "08035550177" */
    phone: masked('last-four', nullableText),
    /** Their title. Null where the employer did not say. @example "Human Resources Manager" */
    title: nullableText,
  }),
  /** The person who is verified. */
  applicant: EventApplicant,
})
export type EmploymentRecord = z.infer<typeof EmploymentRecord>

const verification = {
  /** The id of the verification. Read the record with it. @example 890123456789012 */
  id,
  /** Your own reference, as you sent it with the order. @example "customer-1042" */
  customerReference: z.string(),
  /** The person who is verified. */
  applicant: ApplicantResponse,
  /** Where the verification stands, and how it ended. */
  status: Status,
}

/** An accepted order. */
export const CreateEmploymentResponse = z.object({
  ...verification,
  /** The record. */
  employment: PendingEmploymentRecord,
  /**
   * True if an equal order was accepted within 30 days: this is the earlier verification, and nothing new is
   * charged.
   * @example false
   */
  duplicateRequest: z.boolean(),
})
export type CreateEmploymentResponse = z.infer<typeof CreateEmploymentResponse>

/** An employment verification. */
export const EmploymentResponse = z.object({
  ...verification,
  /** The record: with the employer’s answer once it is complete, before that as it was ordered. */
  employment: z.union([EmploymentRecord, PendingEmploymentRecord]),
  /** Why the reviewer decided against what was found. Absent unless they did. */
  againstFinding: z.optional(AgainstFinding),
  /**
   * What the decision and the evidence of its visit have to be asked about: the strong flags, one a fact.
   * Absent if nothing; weak ones are for reviewers.
   */
  flags: z.optional(z.array(RecordFlag)),
  /** The latest dispute about the decision. Absent if nobody objected. Events are without it. */
  dispute: z.optional(RecordDispute),
})
export type EmploymentResponse = z.infer<typeof EmploymentResponse>
