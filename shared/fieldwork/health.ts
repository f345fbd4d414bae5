import { allStates, lgasOf, stateById } from '../location/location.ts'
import { visitTimeZone } from '../location/place-clock.ts'
import type { Mode } from '../table/tenant.ts'
import type { FieldworkHealth } from './contract.ts'
import { findFieldworkCount } from './count-store.ts'
import { country, emptyLine, type FieldworkCount, shownAgents } from './tally.ts'
import { workingDay } from './working-day.ts'

const placesIn = (stateId: number | undefined): readonly { readonly id: number }[] => {
  if (stateId === undefined) return allStates()
  const state = stateById(stateId)
  return state ? lgasOf(state) : []
}

const toCounted = (
  { at, day, dayPercent, lines, agents }: FieldworkCount,
  stateId: number | undefined,
): FieldworkHealth['counted'] => {
  const here = agents.filter(({ stateIds }) => stateId === undefined || stateIds.includes(stateId))
  return {
    at,
    day,
    dayPercent,
    area: lines[stateId ?? country] ?? emptyLine(),
    places: placesIn(stateId).flatMap(({ id }) => (lines[id] ? [{ id, ...lines[id] }] : [])),
    agents: here.slice(0, shownAgents),
    isMore: here.length > shownAgents,
  }
}

/** The last count, of the country or of a state: one read of one item, whatever is open. */
export const readFieldworkHealth = async (mode: Mode, stateId?: number): Promise<FieldworkHealth> => {
  const count = await findFieldworkCount(mode)
  const { fromHour, toHour } = workingDay
  return {
    mode,
    stateId: stateId ?? null,
    workingDay: { fromHour, toHour, timeZone: visitTimeZone },
    counted: count ? toCounted(count, stateId) : null,
  }
}
