import type { FieldError } from '../http/contract/problem.ts'
import { bodyFields, type InputRule } from '../http/contract/text.ts'
import { findLga, findState, type UnknownName } from './location.ts'

/** The longest name that the schemas take; a longer one is theirs to refuse, and never measured against all places. */
const longestName = 60

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= longestName

const unknownName = (pointer: string, { nearest }: UnknownName, list: string): FieldError => ({
  pointer,
  code: 'unknown_location',
  detail: `There is no such place in Nigeria's list. ${nearest ? `Did you mean "${nearest}"?` : `See GET ${list}.`}`,
})

/** The state must exist, and the LGA in it; an unknown one is answered with the nearest, or with where all of them are. */
export const locationRule: InputRule = ({ body }) => {
  const { stateName, lgaName } = bodyFields(body)
  if (!isName(stateName)) return []
  const state = findState(stateName)
  if (!('id' in state)) return [unknownName('/stateName', state, '/v1/locations/states')]
  if (!isName(lgaName)) return []
  const lga = findLga(state, lgaName)
  return 'id' in lga ? [] : [unknownName('/lgaName', lga, `/v1/locations/states/${state.id}/lgas`)]
}
