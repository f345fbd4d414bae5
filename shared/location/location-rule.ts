import type { FieldError } from '../http/contract/problem.ts'
import { bodyFields, type InputRule } from '../http/contract/text.ts'
import { findLga, findState, type UnknownName } from './find-place.ts'
import type { Coordinates } from './position.ts'
import { findPositionFault, isInNigeria, type PositionFault } from './position-fault.ts'

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

const isDegrees = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Math.abs(value) <= most

const positionIn = ({ latitude, longitude }: Record<string, unknown>): Coordinates | undefined =>
  isDegrees(latitude, 90) && isDegrees(longitude, 180) ? { latitude, longitude } : undefined

const leaveOut = 'Leave it out if you do not know it.'

const faultTexts: Readonly<Record<PositionFault, string>> = {
  zero: `0, 0 is what a device or a map says when it knows no place. ${leaveOut}`,
  swapped: 'Latitude and longitude are swapped: the other way round it is in Nigeria.',
  outside: `That is not in Nigeria. ${leaveOut}`,
}

/**
 * A position that somebody states of the address has to be in Nigeria. One that is far from the LGA is taken: a geocoder that
 * finds no street says the middle of the state, and the visit measures.
 */
export const addressPositionRule: InputRule = ({ body }) => {
  const fields = bodyFields(body)
  const stated = [
    ['', fields],
    ['/addressExtraData', bodyFields(fields.addressExtraData)],
  ] as const
  return stated.flatMap(([pointer, within]) => {
    const position = positionIn(within)
    const fault = position && findPositionFault(position, isInNigeria)
    return fault ? [{ pointer: `${pointer}/latitude`, code: 'far_location', detail: faultTexts[fault] }] : []
  })
}
