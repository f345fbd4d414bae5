import { providedValue } from '../../http/contract/optional.ts'
import type { FieldError } from '../../http/contract/problem.ts'
import { bodyFields, type InputRule } from '../../http/input-rule.ts'

const minuteMs = 60_000
/** How far the clock of an agent's device may be ahead. */
const aheadMs = 5 * minuteMs
/** Who notes it later than this does not remember. */
const behindMs = 24 * 60 * minuteMs

const timeErrors = (at: unknown, nowMs: number): FieldError[] => {
  const madeMs = typeof at === 'string' ? Date.parse(at) : Number.NaN
  if (Number.isNaN(madeMs) || (madeMs <= nowMs + aheadMs && madeMs >= nowMs - behindMs)) return []
  return [{ pointer: '/at', code: 'out_of_range', detail: 'Expected a time of the last 24 hours.' }]
}

const sourceErrors = (contact: unknown, source: unknown): FieldError[] => {
  if (providedValue(contact) === undefined) return []
  if (providedValue(source) !== undefined && source !== 'order') return []
  const detail = 'Say where you have this contact from: publicListing, register, employer or applicant.'
  return [{ pointer: '/contactFrom', code: 'required', detail }]
}

/** What the schema cannot say of an attempt: when it was made, and whose word a contact is that is not the order's. */
export const attemptRule: InputRule = ({ body, nowMs }) => {
  const { at, contact, contactFrom } = bodyFields(body)
  return [...timeErrors(at, nowMs), ...sourceErrors(contact, contactFrom)]
}
