import { providedValue } from '../http/contract/optional.ts'
import { bodyFields, type InputRule } from '../http/input-rule.ts'
import { internationalForm } from './phone.ts'

/** Nobody alive was born before; an earlier date is a slip of the pen. */
const earliestBirth = '1900-01-01'

/** The day in UTC, YYYY-MM-DD: days compare as text. */
export const toUtcDay = (nowMs: number): string => new Date(nowMs).toISOString().slice(0, 10)

/** An applicant has been born, in living memory. */
const birthRule: InputRule = ({ body, nowMs }) => {
  const { dob } = bodyFields(bodyFields(body).applicant)
  if (typeof dob !== 'string' || dob === '') return []
  const isPossible = dob >= earliestBirth && dob <= toUtcDay(nowMs)
  const detail = `Expected a date from ${earliestBirth} to today.`
  return isPossible ? [] : [{ pointer: '/applicant/dob', code: 'out_of_range', detail }]
}

/** Who is to be sent a link can be sent one. */
const linkRule: InputRule = ({ body }) => {
  const { applicant, applicantLink } = bodyFields(body)
  const { phone, email } = bodyFields(applicant)
  const isReached = providedValue(email) !== undefined || internationalForm(`${phone}`) !== undefined
  if (applicantLink !== true || isReached) return []
  const detail =
    'To be sent a link, the applicant needs an email, or a phone number with its country’s code, as in +2348031234567.'
  return [{ pointer: '/applicant/phone', code: 'unreachable', detail }]
}

/** What no applicant can be, and what one who is sent a link needs. */
export const applicantRule: InputRule = input => [...birthRule(input), ...linkRule(input)]
