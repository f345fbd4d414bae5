import { fieldsOf, type InputRule } from '../http/input-rule.ts'

/** Nobody alive was born before; an earlier date is a slip of the pen. */
const earliestBirth = '1900-01-01'

/** The day in UTC, YYYY-MM-DD: days compare as text. */
export const dayOf = (nowMs: number): string => new Date(nowMs).toISOString().slice(0, 10)

/** An applicant has been born, in living memory. */
export const applicantRule: InputRule = ({ body, nowMs }) => {
  const { dob } = fieldsOf(fieldsOf(body).applicant)
  if (typeof dob !== 'string' || dob === '') return []
  const isPossible = dob >= earliestBirth && dob <= dayOf(nowMs)
  const detail = `Expected a date from ${earliestBirth} to today.`
  return isPossible ? [] : [{ pointer: '/applicant/dob', code: 'out_of_range', detail }]
}
