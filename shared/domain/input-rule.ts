import type { IdentityProduct } from '../contract/identity.ts'
import type { FieldError } from '../contract/problem.ts'
import { idNumberRules } from './id-number.ts'
import { findLga, findState, type Unknown } from './location.ts'

/** A request's input as it came: it may be ill-formed in every way. */
export interface RawInput {
  readonly params: Readonly<Record<string, string | undefined>>
  readonly body: unknown
}

/** What a schema cannot say: judged beside it, so that the caller hears of every bad field at once. */
export type InputRule = (input: RawInput) => readonly FieldError[]

/** The longest name that the schemas take; a longer one is theirs to refuse, and never measured against all places. */
const longestName = 60

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= longestName

const fieldsOf = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}

const unknownName = (pointer: string, { nearest }: Unknown): FieldError => ({
  pointer,
  code: 'unknown_location',
  detail: `There is no such place in Nigeria's list. Did you mean "${nearest}"?`,
})

/** The state must exist, and the LGA in it; an unknown one is answered with the nearest. */
export const placeRule: InputRule = ({ body }) => {
  const { stateName, lgaName } = fieldsOf(body)
  if (!isName(stateName)) return []
  const state = findState(stateName)
  if (!('id' in state)) return [unknownName('/stateName', state)]
  if (!isName(lgaName)) return []
  const lga = findLga(state, lgaName)
  return 'id' in lga ? [] : [unknownName('/lgaName', lga)]
}

/** An employment cannot end before it starts. */
export const periodRule: InputRule = ({ body }) => {
  const { startDate, endDate } = fieldsOf(body)
  const isReversed = typeof startDate === 'string' && typeof endDate === 'string' && endDate < startDate
  const detail = 'The employment ends before it starts.'
  return isReversed ? [{ pointer: '/endDate', code: 'before_start', detail }] : []
}

/** The number in the path must have the form that its document's numbers have. */
export const idNumberRule =
  (product: IdentityProduct, parameter: string): InputRule =>
  ({ params }) => {
    const rule = idNumberRules[product]
    if (rule.isWellFormed(params[parameter] ?? '')) return []
    const detail = `A ${rule.name} has ${rule.words}, as in ${rule.example}.`
    return [{ pointer: `path/${parameter}`, code: 'wrong_form', detail }]
  }
