import * as z from 'zod/mini'
import {
  dateString,
  email,
  optional,
  optionalPersonName,
  optionalText,
  phone,
} from '../http/contract/text.ts'
import { IsYes } from '../verification/contract/employment.ts'
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

/** Of the job. Fields are named as the event names them (interface §2.6). */
const Details = z.object({
  employeeTitle: optionalText(100),
  employeeStartDate: optional(dateString),
  employeeEndDate: optional(dateString),
  employeeDepartment: optionalText(100),
  employmentType: optional(z.enum(employmentTypes)),
  salaryRange: optionalText(60),
  compensationRate: optional(z.enum(compensationRates)),
  averageHours: optional(weeklyHours),
  jobBenefits: optionalText(300),
  rehire: optional(IsYes),
  jobLeaveReason: optionalText(300),
  jobTermination: optional(z.enum(terminations)),
  offence: optionalText(300),
  supervisorName: optionalPersonName(100),
  supervisorTitle: optionalText(100),
  supervisorPhone: optional(phone),
  supervisorEmail: optional(email),
  employerConsented: optional(IsYes),
})

const Employer = z.object({
  companyAddress: optionalText(300),
  companyCac: optionalText(30),
  companySize: optional(z.enum(companySizes)),
  industry: optionalText(100),
  comment: optionalText(1000),
})

const Attestator = z.object({
  name: optionalPersonName(100),
  title: optionalText(100),
  email: optional(email),
  phone: optional(phone),
})

export const Attestation = z.object({
  claim: z.enum(employmentConfirmations),
  details: Details,
  employer: Employer,
  attestator: Attestator,
})
export type Attestation = z.infer<typeof Attestation>

export const EmployerReport = z.object({ source: z.enum(sources), ...Attestation.shape })
export type EmployerReport = z.infer<typeof EmployerReport>
