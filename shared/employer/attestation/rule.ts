import type { EmploymentConfirmation } from '../../work/assignment/attestation-word-contract.ts'
import type { FieldError } from '../../http/contract/problem.ts'
import { isPersonName, toUtcDay } from '../../http/contract/reading.ts'
import { bodyFields, type InputRule, providedValue, readDay } from '../../http/contract/text.ts'
import { isYes } from '../../verification/contract/employment.ts'

/** Who signs, and that the employer stands behind it: without these nobody attests anything. */
const signature = ['/attestator/name', '/attestator/title', '/details/employerConsented'] as const
const job = ['/details/employeeTitle', '/details/employeeStartDate'] as const

const neededFor: Readonly<Record<EmploymentConfirmation, readonly string[]>> = {
  worksHere: [...job, ...signature],
  workedHere: [...job, '/details/employeeEndDate', ...signature],
  neverWorkedHere: signature,
  mayNotAnswer: [],
}

const isClaim = (claim: unknown): claim is EmploymentConfirmation =>
  typeof claim === 'string' && Object.hasOwn(neededFor, claim)

/** @param pointer of two steps */
const valueAt = (body: object, pointer: string): unknown => {
  const [, part = '', name = ''] = pointer.split('/')
  const value = providedValue(bodyFields(bodyFields(body)[part])[name])
  const isNameless = pointer === '/attestator/name' && typeof value === 'string' && !isPersonName(value)
  return isNameless ? undefined : value
}

const missing = (body: object, claim: EmploymentConfirmation): FieldError[] =>
  neededFor[claim]
    .filter(pointer => valueAt(body, pointer) === undefined)
    .map(pointer => ({ pointer, code: 'required', detail: 'This field is required.' }))

const contactMissing = (body: object, claim: EmploymentConfirmation): FieldError[] => {
  const isReachable = ['/attestator/email', '/attestator/phone'].some(at => valueAt(body, at) !== undefined)
  if (isReachable || claim === 'mayNotAnswer') return []
  return [{ pointer: '/attestator/email', code: 'required', detail: 'Give an email address or a telephone.' }]
}

const consentMissing = (body: object, claim: EmploymentConfirmation): FieldError[] => {
  const pointer = '/details/employerConsented'
  const consent = valueAt(body, pointer)
  if (consent === undefined || isYes(consent) || claim === 'mayNotAnswer') return []
  const detail = 'Without the employer’s consent nothing is passed on: choose mayNotAnswer.'
  return [{ pointer, code: 'not_allowed', detail }]
}

const dayAt = (body: object, pointer: string): string | undefined => readDay(valueAt(body, pointer))

const start = '/details/employeeStartDate'
const end = '/details/employeeEndDate'

/** Days compare as text. Someone who works there still may have a last day, and it is to come. */
const impossibleDays = (body: object, claim: EmploymentConfirmation, today: string): FieldError[] => {
  const [from, to] = [dayAt(body, start), dayAt(body, end)]
  const errors: FieldError[] = []
  if (from && from > today)
    errors.push({ pointer: start, code: 'out_of_range', detail: 'Expected a day that has been.' })
  if (from && to && to < from)
    errors.push({ pointer: end, code: 'before_start', detail: 'The employment ends before it starts.' })
  else if (to && to > today && claim === 'workedHere')
    errors.push({ pointer: end, code: 'out_of_range', detail: 'Expected a day that has been.' })
  else if (to && to <= today && claim === 'worksHere')
    errors.push({ pointer: end, code: 'after_end', detail: 'The employment has ended.' })
  return errors
}

/** Rules that the schema cannot express, on the unparsed body, so that every bad field is named. @param today YYYY-MM-DD */
export const attestationErrors = (body: unknown, today: string): readonly FieldError[] => {
  const fields = bodyFields(body)
  const { claim } = fields
  if (!isClaim(claim)) return []
  return [
    ...missing(fields, claim),
    ...contactMissing(fields, claim),
    ...consentMissing(fields, claim),
    ...impossibleDays(fields, claim, today),
  ]
}

/** The same for an agent's report: of an employer who may not answer there is nothing to file. */
export const employerReportRule: InputRule = ({ body, nowMs }) => {
  const { attestation } = bodyFields(body)
  const errors = attestationErrors(attestation, toUtcDay(nowMs))
  const detail = 'Note it as an attempt with the outcome refused: this is no report.'
  const refused = { pointer: '/claim', code: 'not_allowed', detail }
  const isRefusal = bodyFields(attestation).claim === 'mayNotAnswer'
  return [...errors, ...(isRefusal ? [refused] : [])].map(error => ({
    ...error,
    pointer: `/attestation${error.pointer}`,
  }))
}
