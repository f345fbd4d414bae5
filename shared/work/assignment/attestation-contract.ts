import * as z from 'zod/mini'
import {
  dateString,
  email,
  optional,
  optionalPersonName,
  optionalText,
  phone,
} from '../../http/contract/text.ts'
import { IsYes } from '../../verification/contract/employment.ts'
import {
  companySizes,
  compensationRates,
  employmentConfirmations,
  employmentTypes,
  sources,
  terminations,
} from './attestation-word-contract.ts'

const weeklyHours = z
  .string()
  .check(
    z.trim(),
    z.regex(/^([1-9]\d?|1[0-5]\d|16[0-8])$/, 'Expected the hours of a week, a whole number up to 168.'),
  )

// Of the job. Fields are named as the event names them (interface §2.6).
const Details = z.object({
  /** The job title. Needed for `worksHere` and `workedHere`. @example "Accountant" */
  employeeTitle: optionalText(100),
  /** The first day. Needed for `worksHere` and `workedHere`. @example "2019-01-28" */
  employeeStartDate: optional(dateString),
  /** The last day. Needed for `workedHere`. @example "2024-06-26" */
  employeeEndDate: optional(dateString),
  /** The department. @example "Operations" */
  employeeDepartment: optionalText(100),
  /** The type of employment. @example "Full-Time" */
  employmentType: optional(z.enum(employmentTypes)),
  /** The range of the salary, in words of the employer. @example "100000-200000" */
  salaryRange: optionalText(60),
  /** How often the pay is given. @example "Monthly" */
  compensationRate: optional(z.enum(compensationRates)),
  /** Hours a week: a whole number up to 168. @example "40" */
  averageHours: optional(weeklyHours),
  /** Benefits, with commas between them. @example "Health insurance,Pension" */
  jobBenefits: optionalText(300),
  /** Whether the employer would employ the applicant again. @example true */
  rehire: optional(IsYes),
  /** Why the applicant left. @example "Resigned" */
  jobLeaveReason: optionalText(300),
  /** How the job ended. @example "Voluntary" */
  jobTermination: optional(z.enum(terminations)),
  /** An offence that the employer names. @example "None" */
  offence: optionalText(300),
  /** The name of the supervisor. @example "Bola Ade" */
  supervisorName: optionalPersonName(100),
  /** The title of the supervisor. @example "Head of Operations" */
  supervisorTitle: optionalText(100),
  /** The telephone number of the supervisor. @example "08035550177" */
  supervisorPhone: optional(phone),
  /** The email address of the supervisor. @example "supervisor@example.com" */
  supervisorEmail: optional(email),
  /** Whether the employer consents that the customer is told. It must be true. @example true */
  employerConsented: optional(IsYes),
})

const Employer = z.object({
  /** The address of the company. @example "1 Marina, Lagos" */
  companyAddress: optionalText(300),
  /** The number at the Corporate Affairs Commission. @example "RC123456" */
  companyCac: optionalText(30),
  /** The number of employees. @example "51-200" */
  companySize: optional(z.enum(companySizes)),
  /** The industry. @example "Services" */
  industry: optionalText(100),
  /** What the employer added. @example "Confirmed by telephone." */
  comment: optionalText(1000),
})

const Attestator = z.object({
  /** Their name. @example "Bola Ade" */
  name: optionalPersonName(100),
  /** Their title. @example "Human Resources Manager" */
  title: optionalText(100),
  /** Their email address. @example "hr@example.com" */
  email: optional(email),
  /** Their telephone number. @example "08035550177" */
  phone: optional(phone),
})

export const Attestation = z.object({
  /**
   * What the employer says first. `mayNotAnswer` is no report: the agent asks somebody else.
   * @example "worksHere"
   */
  claim: z.enum(employmentConfirmations),
  /** The job, as the employer describes it. */
  details: Details,
  /** What the employer says of the company. */
  employer: Employer,
  /** Who answered. Name, title, and an email address or a telephone number are needed. */
  attestator: Attestator,
})
export type Attestation = z.infer<typeof Attestation>

export const EmployerReport = z.object({
  /** How the agent heard it. @example "phone" */
  source: z.enum(sources),
  ...Attestation.shape,
})
export type EmployerReport = z.infer<typeof EmployerReport>
