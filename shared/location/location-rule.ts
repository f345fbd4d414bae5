import type { FieldError } from '../http/contract/problem.ts'
import { bodyFields, type InputRule } from '../http/contract/text.ts'
import { findLga, findState, type UnknownName } from './find-place.ts'

/** The longest name that the schemas take; a longer one is theirs to refuse, and never measured against all places. */
const longestName = 60

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= longestName

/** A format takes 10 ms to make, which only an order that is refused should wait for. */
const listOf = (type: Intl.ListFormatType, names: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type }).format(names.map(name => `"${name}"`))

const describe = ({ suggestions, isTown }: UnknownName, list: string): string => {
  if (isTown)
    return `That is a town or district, and not an LGA: it lies in ${listOf('conjunction', suggestions)}.`
  const rest =
    suggestions.length > 0 ? `Did you mean ${listOf('disjunction', suggestions)}?` : `See GET ${list}.`
  return `There is no such place in Nigeria's list. ${rest}`
}

const unknownName = (pointer: string, unknown: UnknownName, list: string): FieldError => ({
  pointer,
  code: 'unknown_location',
  detail: describe(unknown, list),
})

/** The state must exist, and the LGA in it; an unknown one is answered with those that it may mean, or with where all of them are. */
export const locationRule: InputRule = ({ body }) => {
  const { stateName, lgaName } = bodyFields(body)
  if (!isName(stateName)) return []
  const state = findState(stateName)
  if (!('id' in state)) return [unknownName('/stateName', state, '/v1/locations/states')]
  if (!isName(lgaName)) return []
  const lga = findLga(state, lgaName)
  return 'id' in lga ? [] : [unknownName('/lgaName', lga, `/v1/locations/states/${state.id}/lgas`)]
}
